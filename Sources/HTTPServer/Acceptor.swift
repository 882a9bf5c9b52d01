import EventLoop

/// One listening socket of one loop.
final class Acceptor: ReadinessHandler {
    let socket: CInt
    private unowned let server: ServerLoop

    /// - Parameter server: owns the acceptor.
    init(socket: CInt, server: ServerLoop) {
        self.socket = socket
        self.server = server
    }

    func isReady(_ readiness: Readiness) {
        server.accept(from: self)
    }
}
