/// An answer with its whole body.
///
/// `Date`, `Connection`, `Content-Length` and `Transfer-Encoding` are written by the server, whatever `fields` says.
package struct Response: Sendable {
    package var status: Status
    /// The `Content-Type` field; nil writes none.
    package var contentType: String?
    package var fields: Fields
    package var body: [UInt8]

    package init(_ status: Status = .ok, contentType: String? = nil, fields: Fields = [:], body: [UInt8] = []) {
        self.status = status
        self.contentType = contentType
        self.fields = fields
        self.body = body
    }

    /// Serialised JSON.
    package static func json(_ body: [UInt8], status: Status = .ok) -> Response {
        Response(status, contentType: "application/json", body: body)
    }

    /// Serialised JSON that tells what is wrong (RFC 9457).
    package static func problem(_ body: [UInt8], status: Status) -> Response {
        Response(status, contentType: "application/problem+json", body: body)
    }

    package static func text(_ text: String, status: Status = .ok) -> Response {
        Response(status, contentType: "text/plain; charset=utf-8", body: Array(text.utf8))
    }

    package static func html(_ text: String, status: Status = .ok) -> Response {
        Response(status, contentType: "text/html; charset=utf-8", body: Array(text.utf8))
    }

    package static let noContent = Response(.noContent)

    /// Sends a browser on to `location`, with GET.
    package static func seeOther(_ location: String) -> Response {
        Response(.seeOther, fields: ["Location": location])
    }

    /// The same response with one more field.
    package func with(_ name: String, _ value: String) -> Response {
        var response = self
        response.fields.append(name, value)
        return response
    }
}
