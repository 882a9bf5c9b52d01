/// The token of an `Authorization` header field; nil when there is none, or another scheme such as `Basic`.
///
/// The scheme counts in any case (RFC 9110 §11.1); the token may be empty.
package func bearerToken(in authorization: String?) -> Substring? {
    guard let authorization else { return nil }
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let field = authorization.utf8.drop(while: isBlank)
    let scheme = field.prefix { !isBlank($0) }
    // Upper and lower case of an ASCII letter differ in one bit.
    guard scheme.count == 6, zip(scheme, "bearer".utf8).allSatisfy({ $0 | 0x20 == $1 }) else { return nil }
    let token = field[scheme.endIndex...].drop(while: isBlank)
    guard let last = token.lastIndex(where: { !isBlank($0) }) else { return "" }
    return Substring(token[...last])
}
