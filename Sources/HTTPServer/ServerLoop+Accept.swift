import EventLoop
import Logging

/// The listening sockets, and how clients that have connected are taken from them.
extension ServerLoop {
    /// How many connections a loop takes at a time from a socket that others share.
    private static let sharedBatch = 8

    /// How long accepting rests when there are no file descriptors.
    private static let starvedPause = Duration.milliseconds(100)

    /// Begins to accept from these.
    func listen(on sockets: [ListeningSocket]) {
        for socket in sockets {
            let acceptor = Acceptor(socket: socket, server: self)
            acceptors.append(acceptor)
            look(at: acceptor)
        }
    }

    private func look(at acceptor: Acceptor) {
        do throws(SystemError) {
            let interest: Interest = acceptor.socket.sharing == nil ? .readable : [.readable, .exclusive]
            try loop.register(acceptor.socket.fd, for: interest, handler: acceptor)
            acceptor.isResting = false
        } catch {
            log.error("http.listen_failed", ["error": error])
            acceptor.isResting = true
        }
    }

    /// Takes nothing from it any more, for now or for good.
    func lookAway(from acceptor: Acceptor) {
        guard !acceptor.isResting else { return }
        loop.deregister(acceptor.socket.fd)
        acceptor.isResting = true
    }

    /// Takes every connection that waits, or a few when other loops may take the rest.
    func accept(from acceptor: Acceptor) {
        let isShared = acceptor.socket.sharing != nil
        accept(from: acceptor, limit: isShared ? Self.sharedBatch : .max)
        guard isShared, !acceptor.isResting, !isDraining else { return }
        // The kernel asks the loops in the order in which they have begun to look; the last one to be served goes to
        // the end, so that each has its turn.
        lookAway(from: acceptor)
        look(at: acceptor)
    }

    /// Takes what waits, `limit` at most.
    func accept(from acceptor: Acceptor, limit: Int) {
        var left = limit
        while true {
            do throws(SystemError) {
                while left > 0, let (socket, peer) = try Kernel.accept(acceptor.socket.fd) {
                    left -= 1
                    welcome(socket, peer, isSecure: acceptor.socket.isSecure)
                }
                if isStarved { log.info("http.accept_recovered", [:]) }
                isStarved = false
                return
            } catch {
                counters.acceptFailed()
                if !isStarved { log.error("http.accept_failed", ["error": error]) }
                isStarved = true
                guard error.isShortOfFiles, makeRoom() else { return rest(acceptor) }
            }
        }
    }

    /// The socket stays ready while nothing can be accepted: looking away for a moment keeps the loop from spinning.
    private func rest(_ acceptor: Acceptor) {
        guard !isDraining else { return }
        lookAway(from: acceptor)
        loop.schedule(after: Self.starvedPause) { [weak self] in
            guard let self, !isDraining else { return }
            look(at: acceptor)
        }
    }
}
