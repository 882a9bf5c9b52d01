/// How large the parts of a request may be.
package struct ParserLimits: Equatable, Sendable {
    /// Request line and fields, in bytes; also the trailer fields of a chunked body.
    package var head: Int
    /// The request target, in bytes.
    package var target: Int
    /// The number of header fields.
    package var fields: Int
    /// The body, in bytes.
    package var body: Int

    package init(head: Int = 16 << 10, target: Int = 8 << 10, fields: Int = 100, body: Int = 1 << 20) {
        self.head = head
        self.target = target
        self.fields = fields
        self.body = body
    }
}
