/// One header field of an HTTP/2 message.
///
/// RFC 9113 §8.2: names are lower case; those that begin with `:` are pseudo-fields and come first.
package struct HeaderField: Equatable, Sendable {
    package let name: String
    package let value: String
    /// Whether the field may enter the peer's compression table (RFC 7541 §6.2). Secrets and values that never
    /// come twice stay out.
    package let isIndexed: Bool

    package init(_ name: String, _ value: String, isIndexed: Bool = true) {
        self.name = name
        self.value = value
        self.isIndexed = isIndexed
    }
}

extension [HeaderField] {
    /// The value of the first field named `name`, which is in lower case.
    package subscript(_ name: String) -> String? {
        first { $0.name == name }?.value
    }
}
