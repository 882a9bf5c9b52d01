import Push
import Synchronization
import Telephony

/// The invites of one answer until they go out: once, whichever comes first, its commit or the end of the time a
/// caller waits for one.
final class RingOnce: Sendable {
    private enum State {
        /// Neither has come; with what may be rung without the commit, as soon as that is known.
        case waiting(new: Set<PushID>?)
        /// To be rung without a commit, once it is known what.
        case due
        case over
    }

    private let invites: [Invite]
    private let ringer: any Ringer
    private let state = Mutex<State>(.waiting(new: nil))

    init(_ invites: [Invite], _ ringer: any Ringer) {
        self.invites = invites
        self.ringer = ringer
    }

    /// Learns which phones no other answer to the call has woken.
    func learn(new ids: [PushID]) {
        let isDue = state.withLock { state in
            switch state {
            case .waiting: state = .waiting(new: Set(ids))
            case .due: state = .over
            case .over: return false
            }
            if case .over = state { return true }
            return false
        }
        if isDue { ring(Set(ids)) }
    }

    /// The answer is on the disk; these invites are in the outbox.
    func committed(_ ids: [PushID]) {
        if finish() { ring(Set(ids)) }
    }

    /// Nobody is to be woken: the call has been answered before.
    func repeated() {
        _ = finish()
    }

    /// There is no commit yet, and the caller waits no longer.
    func uncommitted() {
        let new: Set<PushID>? = state.withLock { state in
            switch state {
            case .waiting(let new?):
                state = .over
                return new
            case .waiting(nil):
                state = .due
                return nil
            case .due, .over: return nil
            }
        }
        if let new { ring(new) }
    }

    private func finish() -> Bool {
        state.withLock { state in
            if case .over = state { return false }
            state = .over
            return true
        }
    }

    private func ring(_ ids: Set<PushID>) {
        let chosen = invites.filter { ids.contains($0.id) }
        if !chosen.isEmpty { ringer.ring(chosen) }
    }
}
