import Crypto
import JSON
import JWT

/// A key of an Apple developer team (`AuthKey_….p8`), with which provider tokens are signed.
package struct ProviderKey: Sendable {
    /// Ten characters each.
    package let teamID: String
    package let keyID: String
    package let key: ECPrivateKey

    package init(teamID: String, keyID: String, key: ECPrivateKey) {
        self.teamID = teamID
        self.keyID = keyID
        self.key = key
    }

    /// A provider token made at a time in seconds since 1970.
    func token(issuedAt: Int64) -> String {
        let header: JSONValue = ["alg": "ES256", "kid": .string(keyID)]
        let claims: JSONValue = ["iss": .string(teamID), "iat": .number(JSONNumber(issuedAt))]
        let signed = Base64URL.encode(header.serialized()) + "." + Base64URL.encode(claims.serialized())
        return signed + "." + Base64URL.encode(key.signature(for: signed.utf8))
    }
}
