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
    private let shards: [Shard]
    private let lifetime: Duration

    /// - Parameters:
    ///   - capacity: how many ids are kept at most.
    ///   - lifetime: how long a token can be good: its greatest age and the clocks' difference.
    ///   - shards: parts with a lock and a table each, so that no request waits for a table of all ids to grow.
    package init(capacity: Int = 1_000_000, lifetime: Duration = .seconds(360), shards: Int = 256) {
        self.shards = (0..<max(1, shards)).map { _ in Shard(capacity: max(1, capacity / max(1, shards))) }
        self.lifetime = lifetime
    }

    /// Whether a token may be used with content of this SHA-256: true for a new token, which is kept, and for one that
    /// came with the same content. Where a digest is nil the content is not known, and any will do.
    package func admits(_ id: UnsafeBufferPointer<UInt8>, digest: SHA256Digest?, at now: Timestamp) -> Bool {
        let key = Fingerprint(id: id)
        let shard = shards[Int(truncatingIfNeeded: key.low % UInt64(shards.count))]
        return shard.admits(
            key, content: digest.map { Fingerprint($0) }, at: now, forgettingBefore: now.advanced(by: .zero - lifetime))
    }

    /// Takes over what an earlier run has seen.
    func fill(from registry: Registry, at now: Timestamp, log: Logger) async {
        let since = now.advanced(by: .zero - lifetime)
        do {
            let seen = try await registry.read { tx in try EventStore(tx).tokenIDs(since: since) }
            for token in seen {
                let digest = token.digest.withUnsafeBufferPointer { SHA256Digest(bytes: $0) }
                var id = token.tokenID
                _ = id.withUTF8 { admits($0, digest: digest, at: token.receivedAt) }
            }
        } catch {
            log.error("webhook.tokens_unread", ["error": "\(error)"])
        }
    }

    /// How many ids are kept.
    package var count: Int { shards.reduce(0) { $0 + $1.count } }
}

/// A part of the ids, in the order they came.
private final class Shard: Sendable {
    private struct Mark {
        let key: Fingerprint
        let seenAt: Timestamp
    }

    private struct State {
        /// What each id came with.
        var contents: [Fingerprint: Fingerprint?] = [:]
        /// Ids in the order they came, from `first` on.
        var order: [Mark] = []
        var first = 0
    }

    private let state = Mutex(State())
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    var count: Int { state.withLock { $0.contents.count } }

    func admits(
        _ key: Fingerprint, content: Fingerprint?, at now: Timestamp, forgettingBefore limit: Timestamp
    ) -> Bool {
        state.withLock { state in
            while state.first < state.order.count, state.order[state.first].seenAt < limit {
                Self.forgetOldest(in: &state)
            }
            if let known = state.contents[key] {
                guard let earlier = known, let content else { return true }
                return earlier == content
            }
            if state.contents.count >= capacity { Self.forgetOldest(in: &state) }
            state.contents[key] = .some(content)
            state.order.append(Mark(key: key, seenAt: now))
            return true
        }
    }

    private static func forgetOldest(in state: inout State) {
        guard state.first < state.order.count else { return }
        state.contents[state.order[state.first].key] = nil
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

    private init(_ halves: (high: UInt64, low: UInt64)) {
        high = halves.high
        low = halves.low
    }

    init(_ digest: SHA256Digest) { self.init(digest.prefix) }

    init(id: UnsafeBufferPointer<UInt8>) {
        if let uuid = UUID128(utf8: id) {
            self.init((uuid.high, uuid.low))
        } else {
            self.init(SHA256Digest(of: id))
        }
    }
}
