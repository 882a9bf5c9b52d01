/// What a signed webhook's token says. Times are in seconds since 1970 UTC.
///
/// <https://developer.vonage.com/en/getting-started/concepts/webhooks#decoding-signed-webhooks>
package struct WebhookClaims: Equatable, Sendable {
    /// `iat`.
    package let issuedAt: Int64
    /// `jti`: the same in a repeat of the same request.
    package let tokenID: String?
    /// `api_key`: the account.
    package let apiKey: String?
    /// `application_id`.
    package let applicationID: String?
    /// Which of the offered secrets it was signed with.
    package let secretIndex: Int
}
