import Crypto
import JSON

/// Checks application tokens: RS256 with the key of the application they name.
package struct ApplicationTokenVerifier: Sendable {
    /// How far the clock of the signer may be ahead, in seconds.
    package let skew: Int64
    private let key: @Sendable (String) -> RSAPublicKey?

    /// `key` gives the public key of an application by its id as spelt in the token, nil when it is not known.
    package init(skew: Int64 = 60, key: @escaping @Sendable (_ applicationID: String) -> RSAPublicKey?) {
        self.skew = skew
        self.key = key
    }

    /// Checks the token of an `Authorization` header field at the time `now`, in seconds since 1970.
    package func verify(authorization: String?, now: Int64) throws(TokenError) -> ApplicationClaims {
        guard let token = bearerToken(in: authorization) else { throw .missing }
        return try verify(token: token, now: now)
    }

    /// Checks a token at the time `now`, in seconds since 1970.
    ///
    /// Whether `sub` is a user, and whether the access list allows the request, is for the caller to check.
    package func verify(token: some StringProtocol, now: Int64) throws(TokenError) -> ApplicationClaims {
        let parts: TokenParts
        do throws(TokenShapeError) {
            guard !token.isEmpty else { throw .empty }
            parts = try TokenParts(token)
        } catch {
            throw .malformed(error)
        }
        guard parts.algorithm == "RS256" else { throw .wrongAlgorithm(parts.algorithm) }
        let applicationID = try text("application_id", in: parts.claims)
        guard let key = key(applicationID) else { throw .unknownApplication(applicationID) }
        guard key.verifies(parts.signature, for: parts.signedBytes) else { throw .badSignature }
        let claims = try read(parts.claims, applicationID: applicationID)
        try checkTimes(of: claims, now: now)
        return claims
    }

    private func read(_ claims: JSONObject, applicationID: String) throws(TokenError) -> ApplicationClaims {
        guard let issuedAt = try time("iat", in: claims) else { throw .missingClaim("iat") }
        var acl: ACL?
        if let value = claims["acl"] {
            do throws(ACLError) {
                acl = try ACL(value)
            } catch {
                throw .badACL(error)
            }
        }
        return ApplicationClaims(
            applicationID: applicationID, issuedAt: issuedAt, tokenID: try text("jti", in: claims),
            expires: try time("exp", in: claims), notBefore: try time("nbf", in: claims),
            subject: claims["sub"] == nil ? nil : try text("sub", in: claims), acl: acl,
            others: JSONObject(
                claims.members.filter { !ApplicationClaims.ownNames.contains($0.key) }.map { ($0.key, $0.value) }))
    }

    private func checkTimes(of claims: ApplicationClaims, now: Int64) throws(TokenError) {
        guard !looksLikeMilliseconds(claims.issuedAt) else { throw .milliseconds("iat") }
        guard claims.issuedAt <= now + skew else { throw .issuedInFuture(claims.issuedAt) }
        if let expires = claims.expires {
            guard expires > now else { throw .expired(expires) }
            guard !looksLikeMilliseconds(expires) else { throw .milliseconds("exp") }
            let lifetime = expires - claims.issuedAt
            guard ApplicationClaims.lifetimes.contains(lifetime) else { throw .lifetime(lifetime) }
        } else if now > claims.end {
            throw .expired(claims.end)
        }
        if let notBefore = claims.notBefore, notBefore > now + skew { throw .notYetValid(notBefore) }
    }

    /// A claim that must be a text of at least one character.
    private func text(_ name: String, in claims: JSONObject) throws(TokenError) -> String {
        guard let value = claims[name] else { throw .missingClaim(name) }
        guard let text = value.string, !text.isEmpty else { throw .badClaim(name, "a text, and not empty") }
        return text
    }

    /// A claim that may be left out and otherwise must be whole seconds since 1970.
    private func time(_ name: String, in claims: JSONObject) throws(TokenError) -> Int64? {
        guard let value = claims[name] else { return nil }
        guard let seconds = value.int, (0...timeLimit).contains(seconds) else {
            throw .badClaim(name, "a number of whole seconds since 1970")
        }
        return Int64(seconds)
    }

    /// Far beyond any time in milliseconds, and small enough to add to.
    private var timeLimit: Int { 1 << 53 }
}
