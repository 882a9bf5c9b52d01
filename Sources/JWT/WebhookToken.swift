import Crypto
import JSON

/// The token of a signed webhook (HS256), taken apart; `verify` decides whether to believe it.
///
/// <https://developer.vonage.com/en/getting-started/concepts/webhooks#signed-webhooks>
package struct WebhookToken {
    /// What the receiver chooses.
    package struct Rules: Equatable, Sendable {
        /// The age up to which a token is taken, in seconds.
        package var maximumAge: Int64 = 300
        /// How far the clock of the sender may be ahead, in seconds.
        package var skew: Int64 = 60
        /// Whether a GET must be covered by a hash too; a POST with a body always must.
        package var requiresQueryHash = false

        package init(maximumAge: Int64 = 300, skew: Int64 = 60, requiresQueryHash: Bool = false) {
            self.maximumAge = maximumAge
            self.skew = skew
            self.requiresQueryHash = requiresQueryHash
        }
    }

    static let issuer = "Vonage"

    private let parts: TokenParts

    /// Takes the token of an `Authorization` header field apart.
    package init(authorization: String?) throws(WebhookTokenError) {
        guard let token = bearerToken(in: authorization) else { throw .missing }
        do throws(TokenShapeError) {
            guard !token.isEmpty else { throw .empty }
            parts = try TokenParts(token)
        } catch {
            throw .malformed(error)
        }
        guard parts.algorithm == "HS256" else { throw .algorithm(parts.algorithm) }
    }

    /// The application it claims to be about. A hint for choosing the secret, to be believed after `verify` only.
    package var claimedApplicationID: String? { parts.claims["application_id"]?.string }

    /// The account it claims to come from. A hint for choosing the secret, to be believed after `verify` only.
    package var claimedAPIKey: String? { parts.claims["api_key"]?.string }

    /// Checks the token with each of `secrets` in turn, at the time `now`, in seconds since 1970.
    ///
    /// `knowsAPIKey` and `knowsApplication` are asked about the claims when they are there. Replays are for the caller
    /// to see, by the token id.
    package func verify(
        secrets: [WebhookSecret], payload: WebhookPayload, rules: Rules = Rules(), now: Int64,
        knowsAPIKey: (String) -> Bool = { _ in true }, knowsApplication: (String) -> Bool = { _ in true }
    ) throws(WebhookTokenError) -> WebhookClaims {
        guard let index = secrets.firstIndex(where: { $0.key.verifies(parts.signature, for: parts.signedBytes) })
        else { throw .signature }
        let claims = parts.claims
        guard claims["iss"]?.string == Self.issuer else { throw .issuer }
        if let apiKey = claims["api_key"] {
            guard let apiKey = apiKey.string, knowsAPIKey(apiKey) else { throw .apiKey }
        }
        if let application = claims["application_id"] {
            guard let application = application.string, knowsApplication(application) else { throw .applicationID }
        }
        let issuedAt = try checkTimes(rules, now)
        try checkHash(of: payload, rules)
        return WebhookClaims(
            issuedAt: issuedAt, tokenID: claims["jti"]?.string, apiKey: claimedAPIKey,
            applicationID: claimedApplicationID, secretIndex: index)
    }

    private func checkTimes(_ rules: Rules, _ now: Int64) throws(WebhookTokenError) -> Int64 {
        guard let issuedAt = parts.claims["iat"]?.int.map(Int64.init),
            (now - rules.maximumAge...now + rules.skew).contains(issuedAt)
        else { throw .age }
        // Neither is sent today; a token that has them means them.
        if let expires = parts.claims["exp"] {
            guard let time = expires.int, time > now else { throw .age }
        }
        if let notBefore = parts.claims["nbf"] {
            guard let time = notBefore.int, time <= now + rules.skew else { throw .age }
        }
        return issuedAt
    }

    private func checkHash(of payload: WebhookPayload, _ rules: Rules) throws(WebhookTokenError) {
        let isQuery = if case .query = payload { true } else { false }
        guard let claim = parts.claims["payload_hash"] else {
            if payload.isEmptyBody || (isQuery && !rules.requiresQueryHash) { return }
            throw .payloadHash
        }
        guard let text = claim.string, let hash = Hex.decode(text) else { throw .payloadHash }
        if constantTimeEquals(hash, payload.digest) { return }
        // A sender that hashes the body of a GET hashes nothing, which is as good as no hash.
        if isQuery, !rules.requiresQueryHash, hash == WebhookPayload.digestOfNothing { return }
        throw .payloadHash
    }
}
