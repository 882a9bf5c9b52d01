import Telephony

/// A key that says which shard of a table it belongs to without being hashed twice.
protocol ShardKey: Hashable, Sendable {
    /// Some bits by which keys differ.
    var mark: UInt64 { get }
}

extension E164: ShardKey {}

extension ApplicationID: ShardKey {
    var mark: UInt64 { uuid.high ^ uuid.low }
}

extension UserID: ShardKey {
    var mark: UInt64 { uuid.high ^ uuid.low }
}
