/// A value to be bound to a parameter of a statement.
package enum Value: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

extension Value {
    package static func integer(_ value: Int) -> Value { .integer(Int64(value)) }

    /// A Boolean as 0 or 1, which is how STRICT tables keep it.
    package static func bool(_ value: Bool) -> Value { .integer(value ? 1 : 0) }

    /// NULL for nil.
    package static func text(_ value: String?) -> Value { value.map { .text($0) } ?? .null }
    package static func integer(_ value: Int64?) -> Value { value.map { .integer($0) } ?? .null }
    package static func integer(_ value: Int?) -> Value { value.map { .integer(Int64($0)) } ?? .null }
    package static func blob(_ value: [UInt8]?) -> Value { value.map { .blob($0) } ?? .null }
}
