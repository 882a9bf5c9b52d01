/// The token of an `Authorization` header field; nil when there is none, or another scheme such as `Basic`.
///
/// The scheme counts in any case (RFC 9110 §11.1); the token may be empty.
package func bearerToken(in authorization: String?) -> Substring? {
    guard let authorization else { return nil }
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let field = authorization.utf8.drop(while: isBlank)
    let scheme = field.prefix { !isBlank($0) }
    guard scheme.count == 6, scheme.elementsEqual("bearer".utf8, by: { $0 | 0x20 == $1 }) else { return nil }
    let token = field.dropFirst(scheme.count).drop(while: isBlank)
    guard let last = token.lastIndex(where: { !isBlank($0) }) else { return "" }
    return Substring(token[...last])
}
