import JSON

/// What an application token says: who may do what, and until when. Times are in seconds since 1970 UTC.
///
/// <https://developer.vonage.com/en/getting-started/concepts/authentication>
package struct ApplicationClaims: Equatable, Sendable {
    /// How long a token without `exp` is good for, in seconds.
    package static let standardLifetime: Int64 = 900
    /// The lifetimes the platform accepts, in seconds.
    package static let lifetimes: ClosedRange<Int64> = 30...86400

    /// `application_id`, as it is spelt.
    package let applicationID: String
    /// `iat`.
    package let issuedAt: Int64
    /// `jti`.
    package let tokenID: String
    /// `exp`; without it the token is good for `standardLifetime`.
    package let expires: Int64?
    /// `nbf`.
    package let notBefore: Int64?
    /// `sub`: the name of the user who may act; nil for the application itself.
    package let subject: String?
    /// `acl`; nil means unrestricted.
    package let acl: ACL?
    /// Further claims, in their order.
    package let others: JSONObject

    init(
        applicationID: String, issuedAt: Int64, tokenID: String, expires: Int64?, notBefore: Int64?,
        subject: String?, acl: ACL?, others: JSONObject
    ) {
        self.applicationID = applicationID
        self.issuedAt = issuedAt
        self.tokenID = tokenID
        self.expires = expires
        self.notBefore = notBefore
        self.subject = subject
        self.acl = acl
        self.others = others
    }

    /// The moment from which on the token is refused.
    package var end: Int64 { expires ?? issuedAt + Self.standardLifetime }

    /// Whether the token lets its bearer make this request.
    package func allows(method: String, path: String) -> Bool {
        acl?.allows(method: method, path: path) ?? true
    }

    /// The names of the claims above, which `others` never has.
    static let ownNames = ["application_id", "iat", "jti", "exp", "nbf", "sub", "acl"]
}
