import HTTP
import HTTPClient
import JSON

/// What the server answered, read.
struct Reply: Sendable {
    let status: Int
    let fields: Fields
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
    var json: JSONValue? { try? JSONValue.parse(body) }
    /// The member `code` of a problem.
    var code: String? { json?["code"]?.string }
}
