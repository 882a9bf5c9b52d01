import Telephony

/// A key whose place in a table is told by some bits of its own.
protocol ShardKey: Hashable, Sendable {
    /// Some bits by which keys differ. Those of a text are its hash, which nobody outside can foresee; ids and numbers
    /// of ours are given by us or the operator, and nobody else can fill a table with them.
    var mark: UInt64 { get }
}

/// A key in the dictionary of its shard: found by its mark, because the usual hash function costs more than the rest of
/// a look-up.
struct MarkedKey<Key: ShardKey>: Hashable {
    let key: Key

    init(_ key: Key) { self.key = key }

    func hash(into hasher: inout Hasher) { hasher.combine(key.mark) }

    /// What a dictionary asks. The multiplier is odd, so that no bit of the mark is lost; the upper half, which depends
    /// on all of them, is folded into the lower, which chooses the place.
    func _rawHashValue(seed: Int) -> Int {
        let product = (key.mark ^ UInt64(bitPattern: Int64(seed))) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: product ^ product >> 32)
    }
}

extension E164: ShardKey {}

extension ApplicationID: ShardKey {
    var mark: UInt64 { uuid.high ^ uuid.low }
}

extension UserID: ShardKey {
    var mark: UInt64 { uuid.high ^ uuid.low }
}
