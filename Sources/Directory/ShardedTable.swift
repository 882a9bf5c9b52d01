import Synchronization

/// A table that many threads read while one changes it: cut into shards by key, each behind a lock of its own that is
/// held for one look-up or one change, never for a walk over the whole.
final class ShardedTable<Key: ShardKey, Value: Sendable>: Sendable {
    /// A mutex cannot stand in an array; an object that holds one can.
    private final class Shard: Sendable {
        let entries = Mutex<[MarkedKey<Key>: Value]>([:])
    }

    private let shards: [Shard]
    private let mask: Int

    /// - Parameter shards: a power of two.
    init(shards count: Int = 64) {
        precondition(count > 0 && count & (count - 1) == 0, "the number of shards is a power of two")
        shards = (0..<count).map { _ in Shard() }
        mask = count - 1
    }

    private func shard(of key: Key) -> Shard { shards[Int(truncatingIfNeeded: key.mark) & mask] }

    subscript(key: Key) -> Value? {
        shard(of: key).entries.withLock { $0[MarkedKey(key)] }
    }

    /// Puts `value` under `key`, or nothing if it is nil, and returns what stood there.
    @discardableResult
    func set(_ value: Value?, for key: Key) -> Value? {
        shard(of: key).entries.withLock { entries in
            if let value { return entries.updateValue(value, forKey: MarkedKey(key)) }
            return entries.removeValue(forKey: MarkedKey(key))
        }
    }

    /// Makes room for about so many entries.
    func reserve(_ count: Int) {
        // Keys do not fall evenly.
        let share = count / shards.count * 9 / 8
        for shard in shards { shard.entries.withLock { $0.reserveCapacity(share) } }
    }

    /// The number of entries, for reports: shards are counted one after the other.
    var count: Int {
        shards.reduce(0) { sum, shard in sum + shard.entries.withLock { $0.count } }
    }
}
