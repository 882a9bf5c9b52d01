import Crypto
import JSON

/// A JSON Web Token in its compact form (RFC 7515 §7.1), taken apart and not yet believed.
struct TokenParts {
    /// Longer ones are refused before anything is decoded: real ones have 400 to 2,000 bytes.
    static let maximumByteCount = 8192

    let header: JSONObject
    let claims: JSONObject
    let signature: [UInt8]
    /// What is signed: the first two parts with the dot between them.
    let signedBytes: ArraySlice<UInt8>

    init(_ token: some StringProtocol) throws(TokenShapeError) {
        guard token.utf8.count <= Self.maximumByteCount else { throw .tooLong }
        var text = String(token)
        let bytes = text.withUTF8 { Array($0) }
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .parts(parts.count) }
        header = try Self.object(parts[0], .header)
        claims = try Self.object(parts[1], .claims)
        guard let signature = Base64URL.decode(parts[2]) else { throw .notBase64URL(.signature) }
        self.signature = signature
        signedBytes = bytes[..<parts[1].endIndex]
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
