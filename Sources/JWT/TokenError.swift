/// Why an application token was refused. Never holds the token.
package enum TokenError: Error, Equatable, Sendable {
    /// No `Authorization: Bearer`.
    case missing
    /// Not a JSON Web Token.
    case malformed(TokenShapeError)
    /// The header names another algorithm than RS256; with its name.
    case wrongAlgorithm(String)
    /// A claim that must be there is not.
    case missingClaim(String)
    /// A claim of the wrong type, with what it must be.
    case badClaim(String, String)
    /// No application of this id is known here, or it has no public key.
    case unknownApplication(String)
    /// Not signed with the private key of the application.
    case badSignature
    /// Over since this moment.
    case expired(Int64)
    /// `nbf` lies ahead.
    case notYetValid(Int64)
    /// `iat` lies ahead: the clock of the signer is wrong.
    case issuedInFuture(Int64)
    /// The time in this claim is in milliseconds.
    case milliseconds(String)
    /// From `iat` to `exp` are so many seconds, not 30 to 86,400.
    case lifetime(Int64)
    /// The access list cannot be read.
    case badACL(ACLError)
}

extension TokenError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .missing: "no token: send Authorization: Bearer TOKEN"
        case .malformed(let reason): "malformed token: \(reason)"
        case .wrongAlgorithm(let name):
            "invalid token: its algorithm is \(name.isEmpty ? "not named" : name), not RS256"
        case .missingClaim(let name): "invalid token: the claim \(name) is missing"
        case .badClaim(let name, let rule): "invalid token: the claim \(name) must be \(rule)"
        case .unknownApplication(let id): "invalid token: the application \(id) is not known here"
        case .badSignature: "invalid token: it is not signed with the private key of its application"
        case .expired: "expired token: make a new one"
        case .notYetValid: "invalid token: it is not valid yet (nbf)"
        case .issuedInFuture: "invalid token: it was issued in the future (iat); check the clock that made it"
        case .milliseconds(let name): "invalid token: the claim \(name) is in milliseconds, it must be in seconds"
        case .lifetime(let seconds):
            "invalid token: it is good for \(seconds) seconds; 30 to 86400 (24 hours) are allowed"
        case .badACL(let reason): "invalid token: \(reason)"
        }
    }
}
