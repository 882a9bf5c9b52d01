import Crypto
import Telephony

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

    private let token: ArraySlice<UInt8>
    /// Where in `token` that stands which is signed.
    private let signed: Range<Int>
    private let claims: WebhookTokenClaims

    /// Takes the token of an `Authorization` header field apart.
    package init(authorization: String?) throws(WebhookTokenError) {
        try self.init(authorization: authorization.map { Array($0.utf8)[...] })
    }

    /// The same of the field's bytes, which are kept and not copied.
    package init(authorization field: ArraySlice<UInt8>?) throws(WebhookTokenError) {
        guard let field, let range = field.withUnsafeBufferPointer({ bearerToken(in: $0) }) else { throw .missing }
        token = field[field.startIndex + range.lowerBound..<field.startIndex + range.upperBound]
        let parts: TokenParts
        do throws(TokenShapeError) {
            guard !range.isEmpty else { throw .empty }
            let (text, plain) = try token.withUnsafeBufferPointer { bytes throws(TokenShapeError) in
                let text = try TokenText(bytes)
                return (text, WebhookTokenClaims(plain: bytes, text))
            }
            signed = text.signed
            if let plain {
                claims = plain
                return
            }
            parts = try TokenParts(token)
        } catch {
            throw .malformed(error)
        }
        guard parts.algorithm == "HS256" else { throw .algorithm(parts.algorithm) }
        claims = WebhookTokenClaims(parts.claims, signature: parts.signature)
    }

    /// The application it claims to be about. A hint for choosing the secret, to be believed after `verify` only.
    package var claimedApplicationID: String? { claims.text(claims.applicationID) }

    /// The account it claims to come from. A hint for choosing the secret, to be believed after `verify` only.
    package var claimedAPIKey: String? { claims.text(claims.apiKey) }

    /// Lends the text of `claimedApplicationID`.
    package func withClaimedApplicationID<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
        claims.withText(claims.applicationID, body)
    }

    /// Checks the token with each of `secrets` in turn, at the time `now`, in seconds since 1970.
    ///
    /// `knowsAPIKey` and `knowsApplication` say whether the receiver knows what the token claims, and count if it claims
    /// such a thing. Replays are for the caller to see, by the token id.
    package func verify(
        secrets: [WebhookSecret], payload: WebhookPayload, rules: Rules = Rules(), now: Int64,
        knowsAPIKey: Bool = true, knowsApplication: Bool = true
    ) throws(WebhookTokenError) -> WebhookClaims {
        try verify(
            secrets: secrets, covering: payload.kind, digest: { payload.digest }, rules: rules, now: now,
            knowsAPIKey: knowsAPIKey, knowsApplication: knowsApplication)
    }

    /// The same of a payload whose digest is asked for only when it counts.
    package func verify(
        secrets: [WebhookSecret], covering kind: WebhookPayload.Kind, digest: () -> SHA256Digest,
        rules: Rules = Rules(), now: Int64, knowsAPIKey: Bool = true, knowsApplication: Bool = true
    ) throws(WebhookTokenError) -> WebhookClaims {
        guard let index = secrets.firstIndex(where: isSigned) else { throw .signature }
        guard claims.withText(claims.issuer, { $0.isText("Vonage") }) == true else { throw .issuer }
        guard claims.apiKey.isAbsent || claims.apiKey.isText && knowsAPIKey else { throw .apiKey }
        guard claims.applicationID.isAbsent || claims.applicationID.isText && knowsApplication else {
            throw .applicationID
        }
        let issuedAt = try checkTimes(rules, now)
        try checkHash(of: kind, digest, rules)
        return WebhookClaims(issuedAt: issuedAt, secretIndex: index, claims)
    }

    private func isSigned(by secret: WebhookSecret) -> Bool {
        token.withUnsafeBufferPointer { token in
            claims.withBytes(claims.signature) { signature in
                secret.key.verifies(signature, for: UnsafeBufferPointer(rebasing: token[signed]))
            }
        }
    }

    private func checkTimes(_ rules: Rules, _ now: Int64) throws(WebhookTokenError) -> Int64 {
        guard case .integer(let value) = claims.issuedAt else { throw .age }
        let issuedAt = Int64(value)
        guard issuedAt >= now - rules.maximumAge, issuedAt <= now + rules.skew else { throw .age }
        // Neither is sent today; a token that has them means them.
        if !claims.expires.isAbsent {
            guard case .integer(let time) = claims.expires, time > now else { throw .age }
        }
        if !claims.notBefore.isAbsent {
            guard case .integer(let time) = claims.notBefore, time <= now + rules.skew else { throw .age }
        }
        return issuedAt
    }

    private func checkHash(
        of kind: WebhookPayload.Kind, _ digest: () -> SHA256Digest, _ rules: Rules
    ) throws(WebhookTokenError) {
        guard !claims.payloadHash.isAbsent else {
            if kind == .emptyBody || (kind == .query && !rules.requiresQueryHash) { return }
            throw .payloadHash
        }
        let claimed = claims.withText(claims.payloadHash) { SHA256Digest(hex: $0) }
        guard let hash = claimed ?? nil else { throw .payloadHash }
        if hash == digest() { return }
        // A sender that hashes the body of a GET hashes nothing, which is as good as no hash.
        if kind == .query, !rules.requiresQueryHash, hash == WebhookPayload.digestOfNothing { return }
        throw .payloadHash
    }
}
