/// The token of an `Authorization` header field; nil when there is none, or another scheme such as `Basic`.
///
/// The scheme counts in any case (RFC 9110 §11.1); the token may be empty.
package func bearerToken(in authorization: String?) -> Substring? {
    guard let authorization else { return nil }
    guard let range = Array(authorization.utf8).withUnsafeBufferPointer({ bearerToken(in: $0) }) else { return nil }
    let utf8 = authorization.utf8
    return authorization[
        utf8.index(
            utf8.startIndex, offsetBy: range.lowerBound)..<utf8.index(utf8.startIndex, offsetBy: range.upperBound)]
}

/// The same of the field's bytes: where the token stands in them.
func bearerToken(in field: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let scheme: StaticString = "bearer"
    var start = 0
    var end = field.count
    while start < end, isBlank(field[start]) { start += 1 }
    while end > start, isBlank(field[end - 1]) { end -= 1 }
    guard end - start >= scheme.utf8CodeUnitCount else { return nil }
    for offset in 0..<scheme.utf8CodeUnitCount where field[start + offset] | 0x20 != scheme.utf8Start[offset] {
        return nil
    }
    start += scheme.utf8CodeUnitCount
    guard start == end || isBlank(field[start]) else { return nil }
    while start < end, isBlank(field[start]) { start += 1 }
    return start..<end
}
