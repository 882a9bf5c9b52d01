import HTTP

/// One request to somebody else's server.
package struct ClientRequest: Sendable {
    package var method: Method
    /// Absolute, http or https; sent as it is, `..` segments too.
    package var url: String
    package var fields: Fields
    /// Nil sends none; an empty one sends `Content-Length: 0`.
    package var body: [UInt8]?
    /// For everything from the look-up of the name to the last byte of the answer.
    package var timeout: Duration

    package init(
        _ method: Method, _ url: String, fields: Fields = Fields(), body: [UInt8]? = nil,
        timeout: Duration = .seconds(30)
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.timeout = timeout
    }
}
