/// The token of an `Authorization` header field; nil when there is none, or another scheme such as `Basic`.
///
/// The scheme counts in any case (RFC 9110 §11.1); the token may be empty.
package func bearerToken(in authorization: String?) -> Substring? {
    guard let authorization else { return nil }
    let field = authorization.drop { $0 == " " || $0 == "\t" }
    let scheme = field.prefix { $0 != " " && $0 != "\t" }
    guard scheme.lowercased() == "bearer" else { return nil }
    let token = field.dropFirst(scheme.count).drop { $0 == " " || $0 == "\t" }
    guard let last = token.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return token[...last]
}
