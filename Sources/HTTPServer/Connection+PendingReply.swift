import EventLoop
import HTTP

/// Answers that come later.
extension Connection {
    /// Promises the answer to the request at hand. Nil when there is none, or it is promised already.
    func owe(within limit: Duration, _ otherwise: @escaping () -> Response) -> PendingReply.Claim? {
        guard state.phase == .handling, owed == nil else { return nil }
        let claim = PendingReply.Claim()
        let timer = server.loop.schedule(after: limit) { [self] in
            guard claim.take() else { return }
            server.counters.deferralTimedOut()
            answerOwed(otherwise())
        }
        owed = Owed(claim: claim, timer: timer)
        return claim
    }

    /// The promised answer is here. The caller has taken the claim.
    func answerOwed(_ response: Response) {
        guard isOpen, let owed else { return }
        server.loop.cancel(owed.timer)
        self.owed = nil
        perform(answer(response))
    }

    /// Nobody will want the promised answer.
    func abandonOwed() {
        guard let owed else { return }
        _ = owed.claim.take()
        server.loop.cancel(owed.timer)
        self.owed = nil
    }
}
