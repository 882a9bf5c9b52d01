import EventLoop

/// One listening socket of one loop.
final class Acceptor: ReadinessHandler {
    let socket: ListeningSocket
    /// Whether the loop looks away from it for a moment.
    var isResting = false
    /// Owns the acceptor. Gone when a server is let go of that nobody has stopped; its loop may still have an event.
    private weak var server: ServerLoop?

    init(socket: ListeningSocket, server: ServerLoop) {
        self.socket = socket
        self.server = server
    }

    func isReady(_ readiness: Readiness) {
        server?.accept(from: self)
    }
}
