import Crypto
import JSON

/// The token that a push provider shows to Apple's gateway: ES256 over team and time.
///
/// <https://developer.apple.com/documentation/usernotifications/establishing-a-token-based-connection-to-apns>
package struct ProviderToken: Equatable, Sendable {
    /// `kid`: the id of the key, 10 characters.
    package let keyID: String
    /// `iss`: the id of the team, 10 characters.
    package let teamID: String
    /// `iat`, in seconds since 1970 UTC. The gateway takes it for an hour.
    package let issuedAt: Int64
    /// The token itself; it stands behind `bearer ` in the header field `authorization`.
    package let text: String

    private let signature: [UInt8]

    /// Makes a token. Make one per key and keep it for 20 to 60 minutes: the gateway refuses fresh ones more often.
    package init(keyID: String, teamID: String, key: ECPrivateKey, issuedAt: Int64) {
        var made: [UInt8] = []
        text = TokenParts.compact(
            header: ["alg": "ES256", "kid": .string(keyID)],
            claims: ["iss": .string(teamID), "iat": .number(JSONNumber(issuedAt))]
        ) {
            made = key.signature(for: $0)
            return made
        }
        signature = made
        self.keyID = keyID
        self.teamID = teamID
        self.issuedAt = issuedAt
    }

    /// Takes a token apart, as a stand-in for the gateway needs it; nil unless all of it is there and ES256.
    package init?(_ text: String) {
        guard let parts = try? TokenParts(text), parts.algorithm == "ES256", let keyID = parts.header["kid"]?.string,
            let teamID = parts.claims["iss"]?.string, let issuedAt = parts.claims["iat"]?.int
        else { return nil }
        self.text = text
        self.keyID = keyID
        self.teamID = teamID
        self.issuedAt = Int64(issuedAt)
        signature = parts.signature
    }

    /// Whether the private half of `key` made the token.
    package func isSigned(by key: ECPublicKey) -> Bool {
        guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
        return key.verifies(signature, for: text.utf8[..<dot])
    }
}
