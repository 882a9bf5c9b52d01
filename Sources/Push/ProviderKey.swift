import Crypto
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
        ProviderToken(keyID: keyID, teamID: teamID, key: key, issuedAt: issuedAt).text
    }
}
