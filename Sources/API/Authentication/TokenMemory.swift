import Crypto
import Logging
import Registry
import Synchronization
import Telephony

/// The ids (`jti`) of the webhook tokens that were good, each with a mark of what it came with.
///
/// A sender that repeats itself may send the same token with the same content; the same token with other content is a
/// replay. Forgets what is too old to be accepted anyway, and the oldest when there are too many.
package final class TokenMemory: Sendable {
    private struct Entry {
        let content: Fingerprint?
        let seenAt: Timestamp
    }

    private struct State {
        var entries: [Fingerprint: Entry] = [:]
        /// Ids in the order they came, from `first` on.
        var order: [Fingerprint] = []
        var first = 0
    }

    private let state = Mutex(State())
    private let capacity: Int
    /// How long a token can be good: its greatest age and the clocks' difference.
    private let lifetime: Duration

    package init(capacity: Int = 1_000_000, lifetime: Duration = .seconds(360)) {
        self.capacity = max(1, capacity)
        self.lifetime = lifetime
    }

    /// Whether a token may be used with content of this SHA-256: true for a new token, which is kept, and for one that
    /// came with the same content. Where a digest is nil the content is not known, and any will do.
    package func admits(_ id: String, digest: [UInt8]?, at now: Timestamp) -> Bool {
        let key = Fingerprint(id: id)
        let content = digest.map { Fingerprint(digest: $0) }
        return state.withLock { state in
            Self.forget(before: now.advanced(by: .zero - lifetime), in: &state)
            if let known = state.entries[key] {
                guard let earlier = known.content, let content else { return true }
                return earlier == content
            }
            if state.entries.count >= capacity { Self.forgetOldest(in: &state) }
            state.entries[key] = Entry(content: content, seenAt: now)
            state.order.append(key)
            return true
        }
    }

    /// Takes over what an earlier run has seen.
    func fill(from registry: Registry, at now: Timestamp, log: Logger) async {
        let since = now.advanced(by: .zero - lifetime)
        do {
            let seen = try await registry.read { tx in try EventStore(tx).tokenIDs(since: since) }
            for token in seen { _ = admits(token.tokenID, digest: token.digest, at: token.receivedAt) }
        } catch {
            log.error("webhook.tokens_unread", ["error": "\(error)"])
        }
    }

    /// How many ids are kept.
    package var count: Int { state.withLock { $0.entries.count } }

    private static func forget(before limit: Timestamp, in state: inout State) {
        while state.first < state.order.count, let oldest = state.entries[state.order[state.first]],
            oldest.seenAt < limit
        {
            forgetOldest(in: &state)
        }
    }

    private static func forgetOldest(in state: inout State) {
        guard state.first < state.order.count else { return }
        state.entries[state.order[state.first]] = nil
        state.first += 1
        // The front that is no longer used is given back once it is the greater part.
        if state.first > 1024, state.first * 2 > state.order.count {
            state.order.removeFirst(state.first)
            state.first = 0
        }
    }
}

/// The first half of a SHA-256, or a UUID: enough to tell things apart, and a million of them fit into memory.
private struct Fingerprint: Hashable {
    let high: UInt64
    let low: UInt64

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    init(digest: [UInt8]) {
        func word(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        high = word(digest.prefix(8))
        low = word(digest.dropFirst(8).prefix(8))
    }

    init(id: String) {
        if let uuid = UUID128(id) {
            self = Fingerprint(high: uuid.high, low: uuid.low)
        } else {
            self.init(digest: SHA256.digest(of: id.utf8))
        }
    }
}
