/// A value that must not be seen: whatever prints it prints `<secret>`.
package struct Secret<Value: Sendable>: Sendable {
    private let value: Value

    package init(_ value: Value) { self.value = value }

    /// The value itself. Stands only where it is signed with, compared or sent.
    package func reveal() -> Value { value }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "<secret>" }
    package var debugDescription: String { "<secret>" }
    /// Without children, so that `dump` and reflection show nothing either.
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
