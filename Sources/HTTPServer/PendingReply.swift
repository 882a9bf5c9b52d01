import HTTP
import Synchronization

/// An answer that is owed. Whoever sends first answers: the one who promised it, or the clock.
package struct PendingReply: Sendable {
    /// Open until the answer is decided, by any thread.
    final class Claim: Sendable {
        private let isOpen: Atomic<Bool>

        init(isOpen: Bool = true) { self.isOpen = Atomic(isOpen) }

        /// Whether the caller is the first to take it.
        func take() -> Bool { isOpen.exchange(false, ordering: .acquiringAndReleasing) }
    }

    let claim: Claim
    private let server: ServerLoop
    private let place: Place

    init(claim: Claim, server: ServerLoop, place: Place) {
        self.claim = claim
        self.server = server
        self.place = place
    }

    /// Answers. Any thread; never blocks. Many answers sent from another thread in a row wake the loop once.
    ///
    /// - Returns: false when the request was answered before, its time has passed, or its connection is gone.
    @discardableResult
    package func send(_ response: Response) -> Bool {
        guard claim.take() else { return false }
        let (server, place) = (server, place)
        server.loop.post { server.answer(response, at: place) }
        return true
    }
}
