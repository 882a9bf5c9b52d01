import Telephony

/// The events recorded last, so that a repeat needs no look into the store.
///
/// Belongs to the writer's thread. After a roll-back it must be emptied, since it may hold what has not been kept.
struct SeenEvents {
    /// Half of a SHA-256 and a word for what the event belongs to: enough to tell events apart.
    struct Key: Hashable {
        private let high: UInt64
        private let low: UInt64
        private let subject: UInt64

        init(_ event: EventRecord) {
            (high, low) = event.digest.withUnsafeBytes { bytes in
                guard bytes.count >= 16 else { return (0, 0) }
                return (
                    bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
                    bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
                )
            }
            if let call = event.facts.call {
                subject = call.uuid.map(Self.word) ?? UInt64(truncatingIfNeeded: call.hashValue)
            } else if let conversation = event.facts.conversation {
                subject = ~(conversation.uuid.map(Self.word) ?? UInt64(truncatingIfNeeded: conversation.hashValue))
            } else {
                subject = 0
            }
        }

        /// Whoever could find two ids of one word would need one body for both, too.
        private static func word(_ uuid: UUID128) -> UInt64 { uuid.high &* 0x9E37_79B9_7F4A_7C15 ^ uuid.low }

        /// The digest is a hash already; the hasher's seed keeps others from choosing where it leads to.
        func hash(into hasher: inout Hasher) { hasher.combine(low) }
    }

    private var keys: Recent<Key, Bool>

    init(limit: Int = 65_536) { keys = Recent(limit: limit) }

    /// Returns false if it is there already.
    mutating func insert(_ key: Key) -> Bool { keys.add(true, for: key) }

    mutating func removeAll() { keys.removeAll() }
}
