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

    /// What is covered, as far as the rules differ.
    package enum Kind: Sendable {
        case query
        /// Nothing that a hash could protect.
        case emptyBody
        case body
    }

    var kind: Kind {
        switch self {
        case .body(let bytes): bytes.isEmpty ? .emptyBody : .body
        case .query: .query
        }
    }

    /// SHA-256 of the body byte for byte, or of the query as one compact JSON object as `JSON.stringify` writes it. Of a
    /// parameter that comes twice the last value counts, at the place of the first.
    var digest: SHA256Digest {
        let covered =
            switch self {
            case .body(let bytes): bytes
            case .query(let parameters): JSONObject(texts: parameters.map { ($0.name, $0.value) }).serialized()
            }
        return covered.withUnsafeBufferPointer { SHA256Digest(of: $0) }
    }

    /// What a hash is that covers nothing.
    static let digestOfNothing = SHA256Digest(of: UnsafeBufferPointer(start: nil, count: 0))
}
