import HTTP

/// What a server answered. A redirect is an answer like any other.
package struct ClientResponse: Sendable {
    package let status: Int
    package let fields: Fields
    package let body: [UInt8]

    package init(status: Int, fields: Fields, body: [UInt8]) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    package var isSuccess: Bool { (200..<300).contains(status) }
}
