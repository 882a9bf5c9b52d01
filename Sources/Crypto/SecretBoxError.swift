/// Why a sealed value cannot be opened.
package enum SecretBoxError: Error, Equatable, Sendable {
    /// Written by a later version of this program.
    case unknownVersion(UInt8)
    /// Sealed under a key that is not in the key file; with the id of that key.
    case unknownKey(String)
    /// Changed, cut, or moved from another place.
    case damaged
}

extension SecretBoxError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknownVersion(let version): "the secret is in format \(version), which this version does not know"
        case .unknownKey(let id): "the secret is encrypted under key \(id), which is not in the key file"
        case .damaged: "the encrypted secret has been changed, or belongs to another row"
        }
    }
}
