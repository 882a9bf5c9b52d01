import Crypto
import JSON

extension ApplicationClaims {
    /// How long a new token shall be good for.
    package enum Lifetime: Equatable, Sendable {
        /// 15 minutes.
        case standard
        /// So many seconds, 30 to 86,400.
        case seconds(Int64)
        /// Until this moment in seconds since 1970, 30 s to 24 h from now.
        case until(Int64)
    }

    /// The claims of a new token.
    ///
    /// A token for a user (`subject`) without a list of its own gets the ten paths of `ACL.client`; one for the
    /// application itself is unrestricted. `others` are added as they are.
    package init(
        applicationID: String, subject: String? = nil, acl: ACL? = nil, lifetime: Lifetime = .standard,
        notBefore: Int64? = nil, others: JSONObject = [:], now: Int64
    ) throws(MintError) {
        let expires: Int64
        switch lifetime {
        case .standard: expires = now + Self.standardLifetime
        case .seconds(let seconds):
            guard seconds >= Self.lifetimes.lowerBound else { throw .tooShort(seconds) }
            guard seconds <= Self.lifetimes.upperBound else { throw .tooLong(seconds) }
            expires = now + seconds
        case .until(let moment):
            guard moment > now else { throw .expiryInPast(moment) }
            guard !looksLikeMilliseconds(moment) else { throw .expiryInMilliseconds(moment) }
            guard moment - now >= Self.lifetimes.lowerBound else { throw .tooShort(moment - now) }
            guard moment - now <= Self.lifetimes.upperBound else { throw .tooLong(moment - now) }
            expires = moment
        }
        if let notBefore, notBefore >= expires { throw .notBeforeAfterExpiry }
        if let subject, subject.isEmpty { throw .emptySubject }
        if let name = others.keys.first(where: Self.ownNames.contains) { throw .reservedClaim(name) }
        self.init(
            applicationID: applicationID, issuedAt: now, tokenID: makeTokenID(), expires: expires,
            notBefore: notBefore, subject: subject, acl: acl ?? (subject == nil ? nil : .client), others: others)
    }

    /// The token: RS256 with the application's private key. Takes about 0.2 ms.
    package func token(signedWith key: RSAPrivateKey) -> String {
        TokenParts.compact(header: ["alg": "RS256", "typ": "JWT"], claims: json) { key.signature(for: $0) }
    }

    /// The claims as they stand in the token.
    package var json: JSONObject {
        var claims = JSONObject()
        claims["application_id"] = .string(applicationID)
        claims["iat"] = .number(JSONNumber(issuedAt))
        claims["jti"] = .string(tokenID)
        if let expires { claims["exp"] = .number(JSONNumber(expires)) }
        if let notBefore { claims["nbf"] = .number(JSONNumber(notBefore)) }
        if let subject { claims["sub"] = .string(subject) }
        if let acl { claims["acl"] = acl.json }
        for (name, value) in others.members { claims[name] = value }
        return claims
    }
}

/// Whether a time that should be in seconds since 1970 is in milliseconds: as seconds it lies after the year 5000.
func looksLikeMilliseconds(_ time: Int64) -> Bool { time > 100_000_000_000 }
