import EventLoop

/// Another process goes on with the connection.
extension Connection {
    /// Another process goes on with the connection, once nothing is under way on it. Where that cannot be, it ends: one
    /// that has been idle for less than `farewell` has perhaps just come, and its request is on its way.
    func leave(farewell: Duration) {
        guard canBeHandedOver else {
            let end = state.idleSince.map { $0 + farewell }
            return drain(until: end.flatMap { $0 > now ? $0 : nil })
        }
        isLeaving = true
        if state.isAtRest { handOver() }
    }

    /// Ends with its next answer if it cannot be handed over. Whether that is so.
    @discardableResult
    func windDown() -> Bool {
        if canBeHandedOver { return false }
        _ = state.drain()
        return true
    }

    /// What lies above the socket stays in this process.
    private var canBeHandedOver: Bool { if case .plain = transport { true } else { false } }

    /// Leaves the socket open. What the peer has sent meanwhile waits in the socket for whoever reads it next.
    func handOver() {
        isOpen = false
        server.loop.deregister(socket)
        server.handOver(socket, at: place)
    }
}
