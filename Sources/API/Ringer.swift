import Push
import Telephony

/// What wakes phones. The surfaces hand over invites and never wait for what becomes of them.
package protocol Ringer: Sendable {
    /// Wakes the phones, each once. Returns at once, on any thread.
    func ring(_ invites: [Invite])

    /// Nobody is to be woken for the call any more: it was answered, or is over.
    func callEnded(_ call: CallUUID)

    /// Push credentials were added or removed: the next push uses what there is now.
    func credentialsChanged() async

    var health: RingerHealth { get }
}

/// How waking phones goes, for `/readyz` and the metrics.
package struct RingerHealth: Equatable, Sendable {
    package var isOK: Bool
    /// What is wrong, in words for an operator.
    package var words: String?
    /// Pushes under way.
    package var inFlight: Int
    /// Tries the push service took.
    package var delivered: Int
    /// Tries that came to nothing.
    package var failed: Int

    package init(isOK: Bool = true, words: String? = nil, inFlight: Int = 0, delivered: Int = 0, failed: Int = 0) {
        self.isOK = isOK
        self.words = words
        self.inFlight = inFlight
        self.delivered = delivered
        self.failed = failed
    }
}
