/// A whole HTTP/2 request or response: its fields, pseudo-fields included, and its body.
package struct Message: Equatable, Sendable {
    package var fields: [HeaderField]
    package var body: [UInt8]

    package init(fields: [HeaderField], body: [UInt8] = []) {
        self.fields = fields
        self.body = body
    }

    /// The `:status` of a response; nil for a request.
    package var status: Int? { fields[":status"].flatMap { Int($0) } }
    /// The `:method` of a request.
    package var method: String? { fields[":method"] }
    /// The `:path` of a request, as sent.
    package var path: String? { fields[":path"] }
}
