import Crypto
import Logging
import Registry
import Synchronization
import Telephony

/// The ids (`jti`) of the webhook tokens that were good, each with a mark of what it came with.
///
/// A sender that repeats itself may send the same token with the same content; the same token with other content is a
/// replay. Forgets what is too old to be accepted anyway, and the older half when there are too many.
package final class TokenMemory: Sendable {
    private let shards: [Shard]
    /// In milliseconds.
    private let lifetime: Int64

    /// - Parameters:
    ///   - capacity: how many ids are kept at most; at least half of them are, if so many come within the lifetime.
    ///   - lifetime: how long a token can be good: its greatest age and the clocks' difference.
    ///   - shards: parts with a lock and a table each, so that no request waits for a table of all ids to grow.
    package init(capacity: Int = 1_000_000, lifetime: Duration = .seconds(360), shards: Int = 256) {
        self.shards = (0..<max(1, shards)).map { _ in Shard(capacity: max(1, capacity / max(1, shards))) }
        self.lifetime = Timestamp(milliseconds: 0).advanced(by: lifetime).milliseconds
    }

    /// Whether a token may be used with content of this SHA-256: true for a new token, which is kept, and for one that
    /// came with the same content. Where a digest is nil the content is not known, and any will do.
    package func admits(_ id: UnsafeBufferPointer<UInt8>, digest: SHA256Digest?, at now: Timestamp) -> Bool {
        let key = Fingerprint(id: id)
        let shard = shards[Int(truncatingIfNeeded: key.low % UInt64(shards.count))]
        let content = digest.map { Fingerprint($0) } ?? .unknown
        return shard.admits(key, content: content, at: now, unseenSince: oldest(now))
    }

    /// Takes over what an earlier run has seen.
    func fill(from registry: Registry, at now: Timestamp, log: Logger) async {
        let since = oldest(now)
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

    /// When a token was seen at the earliest that is still of interest.
    private func oldest(_ now: Timestamp) -> Timestamp { Timestamp(milliseconds: now.milliseconds - lifetime) }
}

/// A part of the ids: those of late, and those of before, which are forgotten all at once.
private final class Shard: Sendable {
    private struct State {
        var late = TokenTable()
        var before = TokenTable()
        /// When the first of the late ones came.
        var since: Timestamp?
    }

    private let state = Mutex(State())
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    var count: Int { state.withLock { $0.late.count + $0.before.count } }

    func admits(_ key: Fingerprint, content: Fingerprint, at now: Timestamp, unseenSince oldest: Timestamp) -> Bool {
        state.withLock { state in
            if let known = state.late.find(key) ?? state.before.find(key), known.seenAt >= oldest {
                return known.content == content || known.content == .unknown || content == .unknown
            }
            // Half of them each, and nothing is older than what has to be known.
            if state.late.count >= max(1, capacity / 2) || state.since.map({ $0 < oldest }) ?? false {
                swap(&state.late, &state.before)
                state.late.removeAll()
                state.since = nil
            }
            if state.since == nil { state.since = now }
            state.late.insert(TokenTable.Entry(key: key, content: content, seenAt: now))
            return true
        }
    }
}

/// Entries by their key, in one piece of memory: an entry stands at the place its key says, or at the next one free.
private struct TokenTable {
    struct Entry {
        var key = Fingerprint.unknown
        var content = Fingerprint.unknown
        var seenAt = Timestamp(milliseconds: 0)
    }

    /// As many as a power of two; those with the key `unknown` are free.
    private var places: [Entry] = []
    private(set) var count = 0

    func find(_ key: Fingerprint) -> Entry? {
        guard count > 0 else { return nil }
        return places.withUnsafeBufferPointer { places in
            let place = Self.place(of: key, in: places)
            return places[place].key == key ? places[place] : nil
        }
    }

    /// Puts an entry in, in place of an older one under its key.
    mutating func insert(_ entry: Entry) {
        if (count + 1) * 4 > places.count * 3 { grow() }
        let place = places.withUnsafeBufferPointer { Self.place(of: entry.key, in: $0) }
        if places[place].key != entry.key { count += 1 }
        places[place] = entry
    }

    /// Its memory is kept for those to come.
    mutating func removeAll() {
        for place in places.indices { places[place] = Entry() }
        count = 0
    }

    private mutating func grow() {
        let old = places
        places = Array(repeating: Entry(), count: max(16, old.count * 2))
        count = 0
        for entry in old where entry.key != .unknown { insert(entry) }
    }

    /// Where the key stands, or would: there is a free place always.
    private static func place(of key: Fingerprint, in places: UnsafeBufferPointer<Entry>) -> Int {
        let mask = places.count - 1
        // The lower half has chosen the shard.
        var place = Int(truncatingIfNeeded: key.high) & mask
        while places[place].key != key, places[place].key != .unknown { place = (place + 1) & mask }
        return place
    }
}

/// The first half of a SHA-256, or a UUID: enough to tell things apart, and a million of them fit into memory.
private struct Fingerprint: Equatable {
    let high: UInt64
    let low: UInt64

    /// Of nothing.
    static let unknown = Fingerprint((0, 0))

    private init(_ halves: (high: UInt64, low: UInt64)) {
        high = halves.high
        low = halves.low
    }

    init(_ digest: SHA256Digest) { self.init(digest.prefix) }

    init(id: UnsafeBufferPointer<UInt8>) {
        if let uuid = UUID128(utf8: id), (uuid.high, uuid.low) != (0, 0) {
            self.init((uuid.high, uuid.low))
        } else {
            self.init(SHA256Digest(of: id))
        }
    }
}
