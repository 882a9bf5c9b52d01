import Crypto
import JSON

/// A JSON Web Token in its compact form (RFC 7515 §7.1), taken apart and not yet believed.
struct TokenParts {
    let header: JSONObject
    let claims: JSONObject
    let signature: [UInt8]
    /// What is signed: the first two parts with the dot between them.
    let signedBytes: ArraySlice<UInt8>

    init(_ token: some StringProtocol) throws(TokenShapeError) {
        try self.init(Array(token.utf8)[...])
    }

    init(_ bytes: ArraySlice<UInt8>) throws(TokenShapeError) {
        let text = try bytes.withUnsafeBufferPointer { bytes throws(TokenShapeError) in try TokenText(bytes) }
        func part(_ range: Range<Int>) -> ArraySlice<UInt8> {
            bytes[bytes.startIndex + range.lowerBound..<bytes.startIndex + range.upperBound]
        }
        header = try Self.object(part(text.header), .header)
        claims = try Self.object(part(text.claims), .claims)
        guard let signature = Base64URL.decode(part(text.signature)) else { throw .notBase64URL(.signature) }
        self.signature = signature
        signedBytes = part(text.signed)
        // RFC 7515 §4.1.11: who does not understand what is critical must refuse. We know of nothing that is.
        guard header["crit"] == nil else { throw .critical }
    }

    /// The algorithm the header names; empty when it names none.
    var algorithm: String { header["alg"]?.string ?? "" }

    /// Signs header and claims with `sign` and joins the three parts.
    static func compact(header: JSONObject, claims: JSONObject, sign: (ArraySlice<UInt8>) -> [UInt8]) -> String {
        let signed = Base64URL.encode(header.serialized()) + "." + Base64URL.encode(claims.serialized())
        return signed + "." + Base64URL.encode(sign(Array(signed.utf8)[...]))
    }

    private static func object(
        _ part: ArraySlice<UInt8>, _ name: TokenShapeError.Part
    ) throws(TokenShapeError) -> JSONObject {
        guard let bytes = Base64URL.decode(part) else { throw .notBase64URL(name) }
        // A key that stands twice could mean one thing to the signer and another to us.
        guard let value = try? JSONValue.parse(bytes, limits: .strict) else { throw .notJSON(name) }
        guard let object = value.object else { throw .notAnObject(name) }
        return object
    }
}
