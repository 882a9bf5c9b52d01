import Telephony

/// The events recorded last, so that a repeat needs no look into the store.
///
/// Belongs to the writer's thread. After a roll-back it must be emptied, since it may hold what has not been kept.
struct SeenEvents {
    /// Half of a SHA-256 and a hash of what the event belongs to: enough to tell events apart.
    struct Key: Hashable {
        private let high: UInt64
        private let low: UInt64
        private let subject: Int

        init(_ event: EventRecord) {
            (high, low) = event.digest.withUnsafeBytes { bytes in
                guard bytes.count >= 16 else { return (0, 0) }
                return (
                    bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
                    bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
                )
            }
            subject = event.facts.call.map(\.hashValue) ?? event.facts.conversation.map(\.hashValue) ?? 0
        }
    }

    private var keys: Recent<Key, Bool>

    init(limit: Int = 65_536) { keys = Recent(limit: limit) }

    mutating func contains(_ key: Key) -> Bool { keys.value(for: key) != nil }

    mutating func insert(_ key: Key) { keys.set(true, for: key) }

    mutating func removeAll() { keys.removeAll() }
}
