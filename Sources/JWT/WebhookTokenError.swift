/// Why a signed webhook was refused. Never holds the token.
package enum WebhookTokenError: Error, Equatable, Sendable {
    /// No `Authorization: Bearer`.
    case missing
    case malformed(TokenShapeError)
    /// The header names another algorithm than HS256; with its name.
    case algorithm(String)
    /// Signed with none of the secrets.
    case signature
    /// `iss` is not `Vonage`.
    case issuer
    /// The account is not known here.
    case apiKey
    /// The application is not known here.
    case applicationID
    /// `iat` is missing, too old or ahead, `exp` is over, or `nbf` ahead.
    case age
    /// The body or query is not the one that was signed, or was not signed at all.
    case payloadHash
}

extension WebhookTokenError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .missing: "the webhook is not signed: no Authorization: Bearer"
        case .malformed(let reason): "malformed webhook token: \(reason)"
        case .algorithm(let name): "the webhook token's algorithm is \(name.isEmpty ? "not named" : name), not HS256"
        case .signature: "the webhook is not signed with a signature secret known here"
        case .issuer: "the webhook token's issuer is not Vonage"
        case .apiKey: "the webhook token's api_key is not known here"
        case .applicationID: "the webhook token's application_id is not known here"
        case .age: "the webhook token is too old or from the future; check the clock"
        case .payloadHash: "the webhook's content is not what was signed (payload_hash)"
        }
    }
}
