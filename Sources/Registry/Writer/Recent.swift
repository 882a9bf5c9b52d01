/// A table that remembers at least the last `limit` keys used, and at most twice as many.
///
/// Two generations: when the younger one is full it becomes the older one, and what that one held is forgotten.
struct Recent<Key: Hashable, Value> {
    let limit: Int
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]

    init(limit: Int) { self.limit = limit }

    var count: Int { young.count + old.count }

    /// The value of the key, which counts as used by this.
    mutating func value(for key: Key) -> Value? {
        if let value = young[key] { return value }
        guard let value = old.removeValue(forKey: key) else { return nil }
        set(value, for: key)
        return value
    }

    /// Sets the value of a key that has none, which counts as used in either case. Returns false if it has one.
    mutating func add(_ value: Value, for key: Key) -> Bool {
        if young.count >= limit { turn() }
        if !old.isEmpty, let kept = old.removeValue(forKey: key) {
            young[key] = kept
            return false
        }
        guard let kept = young.updateValue(value, forKey: key) else { return true }
        young[key] = kept
        return false
    }

    mutating func set(_ value: Value, for key: Key) {
        if young.count >= limit, young[key] == nil {
            turn()
        }
        young[key] = value
    }

    private mutating func turn() {
        old = young
        young = [:]
        young.reserveCapacity(limit)
    }

    mutating func removeAll() {
        young.removeAll()
        old.removeAll()
    }
}
