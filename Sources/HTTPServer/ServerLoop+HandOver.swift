import EventLoop
import Glibc

/// One process takes over from another, seen from both.
extension ServerLoop {
    /// Stops accepting, but leaves the listening sockets open: another process has them too. Connections are handed
    /// over once nothing is under way on them; what has not come to that within `limit` is cut off. Those that cannot be
    /// handed over may ask once more until they have been idle for as long as `farewell`.
    func handOver(within limit: Duration, farewell: Duration, done: @escaping ([CInt]) -> Void) {
        drained = { [unowned self] in done(handedOver) }
        isDraining = true
        for acceptor in acceptors { lookAway(from: acceptor) }
        acceptors = []
        for index in slots.indices { slots[index].connection?.leave(farewell: farewell) }
        finish(within: limit)
        if open > 0, farewell > .zero {
            loop.schedule(after: min(farewell, limit)) { [weak self] in self?.checkDeadlines() }
        }
    }

    /// Another process will go on with this connection, whose socket is deregistered.
    func handOver(_ socket: CInt, at place: Place) {
        handedOver.append(socket)
        forget(place)
    }

    /// Connections that cannot be handed over end with their next answer. Whether there are any.
    func windDown() -> Bool {
        isWindingDown = true
        var found = false
        for index in slots.indices where slots[index].connection?.windDown() == true { found = true }
        return found
    }

    /// The hand-over came to nothing.
    func goOn() { isWindingDown = false }

    /// Goes on with a connection of the server that ran before.
    func adopt(_ socket: CInt) {
        let peer = Kernel.peerAddress(socket)
        // A client that has gone has no address any more; one on a Unix socket never has.
        if peer == .unknown, Kernel.family(of: socket) != AF_UNIX { return Kernel.close(socket) }
        welcome(socket, peer, isSecure: false)
    }
}
