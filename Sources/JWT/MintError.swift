/// Why a token was not made, in words that lead on.
package enum MintError: Error, Equatable, Sendable {
    /// So many seconds are less than 30.
    case tooShort(Int64)
    /// So many seconds are more than 24 hours.
    case tooLong(Int64)
    /// The given expiry is over.
    case expiryInPast(Int64)
    /// The given expiry is milliseconds since 1970.
    case expiryInMilliseconds(Int64)
    case notBeforeAfterExpiry
    case emptySubject
    /// A further claim with the name of one that is made here.
    case reservedClaim(String)
}

extension MintError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooShort(let seconds): "a token must be good for 30 seconds or more, not \(seconds)"
        case .tooLong(let seconds): "a token may be good for 24 hours (86400 seconds) at most, not \(seconds) seconds"
        case .expiryInPast(let time):
            "exp \(time) lies in the past; it is a moment in seconds since 1970, for a duration use ttl"
        case .expiryInMilliseconds(let time):
            "exp \(time) is in milliseconds; it must be in seconds since 1970 (\(time / 1000)?)"
        case .notBeforeAfterExpiry: "nbf lies after the end of the token"
        case .emptySubject: "sub must be the name of a user, not empty"
        case .reservedClaim(let name): "the claim \(name) cannot be set as a further claim"
        }
    }
}
