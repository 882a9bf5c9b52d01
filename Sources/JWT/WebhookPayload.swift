import Crypto
import JSON

/// What a signed webhook carries, as far as its `payload_hash` covers it.
package enum WebhookPayload: Equatable, Sendable {
    /// The raw bytes of a POST body.
    case body([UInt8])
    /// The decoded parameters of a GET query, in the order of the query.
    case query([Parameter])

    package struct Parameter: Equatable, Sendable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Whether there is nothing that a hash could protect.
    var isEmptyBody: Bool { self == .body([]) }

    /// SHA-256 of the body byte for byte, or of the query as one compact JSON object as `JSON.stringify` writes it; 32
    /// bytes. Of a parameter that comes twice the last value counts, at the place of the first.
    var digest: [UInt8] {
        switch self {
        case .body(let bytes): SHA256.digest(of: bytes)
        case .query(let parameters):
            SHA256.digest(of: JSONObject(parameters.map { ($0.name, .string($0.value)) }).serialized())
        }
    }

    /// What a hash is that covers nothing.
    static let digestOfNothing = SHA256.digest(of: [UInt8]())
}
