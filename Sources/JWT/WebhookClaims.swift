/// What a signed webhook's token says. Times are in seconds since 1970 UTC.
///
/// <https://developer.vonage.com/en/getting-started/concepts/webhooks#decoding-signed-webhooks>
package struct WebhookClaims: Sendable {
    /// `iat`.
    package let issuedAt: Int64
    /// Which of the offered secrets it was signed with.
    package let secretIndex: Int
    private let claims: WebhookTokenClaims

    init(issuedAt: Int64, secretIndex: Int, _ claims: WebhookTokenClaims) {
        self.issuedAt = issuedAt
        self.secretIndex = secretIndex
        self.claims = claims
    }

    /// `jti`: the same in a repeat of the same request.
    package var tokenID: String? { claims.text(claims.tokenID) }
    /// `api_key`: the account.
    package var apiKey: String? { claims.text(claims.apiKey) }
    /// `application_id`.
    package var applicationID: String? { claims.text(claims.applicationID) }

    /// Lends the text of `tokenID`.
    package func withTokenID<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
        claims.withText(claims.tokenID, body)
    }
}
