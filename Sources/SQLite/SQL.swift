/// SQL text put together from literals, for queries whose conditions vary.
///
/// Like `StaticString` it holds nothing but what stands in our source: a value can only be bound.
package struct SQL: Sendable {
    package internal(set) var text: String

    package init(_ literal: StaticString) { text = literal.description }

    package mutating func append(_ literal: StaticString) { text += literal.description }

    package mutating func append(_ other: SQL) { text += other.text }
}
