import EventLoop
import Logging

/// Stopping: nothing new is accepted, and what was begun ends.
extension ServerLoop {
    /// Stops accepting and lets what was begun end, until `limit` has passed. Idle connections may ask once more until
    /// `farewell` has.
    func drain(within limit: Duration, farewell: Duration, done: @escaping () -> Void) {
        drained = done
        isDraining = true
        for acceptor in acceptors {
            // Who has connected is served still: closing the socket would reset those in its queue.
            accept(from: acceptor, limit: .max)
            lookAway(from: acceptor)
            if let sharing = acceptor.socket.sharing {
                guard sharing.leave() else { continue }
                accept(from: acceptor, limit: .max)
            }
            Kernel.close(acceptor.socket.fd)
        }
        acceptors = []
        let patience = min(farewell, limit)
        let end = Moment.now() + patience
        for index in slots.indices { slots[index].connection?.drain(until: patience > .zero ? end : nil) }
        finish(within: limit)
        if open > 0, patience > .zero {
            loop.schedule(after: patience) { [weak self] in self?.checkDeadlines() }
        }
    }

    /// Waits for the last connection, and cuts off what is left after `limit`.
    func finish(within limit: Duration) {
        if open == 0 { return finishDraining() }
        loop.schedule(after: limit) { [weak self] in self?.closeAll() }
    }

    private func closeAll() {
        if open > 0 { log.warning("http.drain_cut_off", ["connections": open]) }
        for index in slots.indices { slots[index].connection?.close() }
        finishDraining()
    }

    /// Tells whoever waits for the end that it has come.
    func finishDraining() {
        guard let drained else { return }
        self.drained = nil
        drained()
    }
}
