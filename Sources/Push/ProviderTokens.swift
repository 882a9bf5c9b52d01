import Crypto
import Synchronization
import Telephony

/// The one signer of a key: makes its provider tokens and keeps the one in use.
///
/// Apple refuses a token older than an hour and punishes whoever shows more than one in 20 minutes, so all connections
/// share this one. Any thread.
final class ProviderTokens: Sendable {
    private struct Current {
        var text: String
        var madeAt: Timestamp
        /// When it is to be replaced, 45 to 50 minutes after it was made.
        var dueAt: Timestamp
    }

    private struct State {
        var current: Current?
        var lastForced: Timestamp?
    }

    private let key: ProviderKey
    private let clock: WallClock
    private let jitter: Jitter
    private let state = Mutex(State())

    /// Tokens are replaced on demand no more often than this.
    private static let forcedInterval = Duration.seconds(20 * 60)

    init(_ key: ProviderKey, clock: WallClock, jitter: Jitter) {
        self.key = key
        self.clock = clock
        self.jitter = jitter
    }

    /// The token to show now.
    func token() -> String {
        state.withLock { state in
            let now = clock.now()
            // A clock that was set back makes a token of the future, which is refused like an old one.
            if let current = state.current, now < current.dueAt, current.madeAt <= now.advanced(by: .seconds(60)) {
                return current.text
            }
            return make(&state, now)
        }
    }

    /// Gives up `token`, which was refused as expired, unless another one has replaced it already. False if the last
    /// such request is so recent that a new token cannot be the answer; then the clock is wrong, ours or theirs.
    func renew(insteadOf token: String) -> Bool {
        state.withLock { state in
            guard state.current?.text == token else { return true }
            let now = clock.now()
            if let last = state.lastForced, last.duration(to: now) < Self.forcedInterval { return false }
            state.lastForced = now
            _ = make(&state, now)
            return true
        }
    }

    private func make(_ state: inout State, _ now: Timestamp) -> String {
        let text = key.token(issuedAt: now.seconds)
        let due = now.advanced(by: jitter.pick(.seconds(45 * 60), .seconds(50 * 60)))
        state.current = Current(text: text, madeAt: now, dueAt: due)
        return text
    }
}
