import EventLoop

/// One listening socket of one loop.
final class Acceptor: ReadinessHandler {
    let socket: ListeningSocket
    /// Whether the loop looks away from it for a moment.
    var isResting = false
    private unowned let server: ServerLoop

    /// - Parameter server: owns the acceptor.
    init(socket: ListeningSocket, server: ServerLoop) {
        self.socket = socket
        self.server = server
    }

    func isReady(_ readiness: Readiness) {
        server.accept(from: self)
    }
}
