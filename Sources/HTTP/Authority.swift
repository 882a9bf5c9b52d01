import Glibc

/// What names a server in a `Host` field or an absolute target: a host, and a port or none (RFC 3986 §3.2.2, §3.2.3).
///
/// Stricter than the grammar in one thing: a comma is refused, because it could also part two hosts. There is no
/// userinfo in HTTP (RFC 9110 §4.2.4).
enum Authority {
    /// Whether `base[start..<end]` is one. Empty is, as in the field of a request that means no host in particular.
    static func isValid(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
        var index = start
        if start < end, base[start] == UInt8(ascii: "[") {
            guard let literalEnd = literalEnd(base, start, end) else { return false }
            index = literalEnd
        } else {
            while index < end {
                if isNameByte(base[index]) {
                    index += 1
                } else if base[index] == UInt8(ascii: "%"), end - index > 2, Percent.hexDigit(base[index + 1]) != nil,
                    Percent.hexDigit(base[index + 2]) != nil
                {
                    index += 3
                } else {
                    break
                }
            }
        }
        if index == end { return true }
        return index > start && base[index] == UInt8(ascii: ":") && isPort(base, index + 1, end)
    }

    /// Past the bracket that closes an IPv6 address; nil when there is none within. A zone has no meaning on the wire
    /// (RFC 6874 §4) and is refused.
    private static func literalEnd(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
        var index = start + 1
        while index < end, base[index] != UInt8(ascii: "]") { index += 1 }
        let length = index - start - 1
        guard index < end, length < Int(INET6_ADDRSTRLEN) else { return nil }
        let isAddress = withUnsafeTemporaryAllocation(of: CChar.self, capacity: length + 1) { text in
            for offset in 0..<length { text[offset] = CChar(bitPattern: base[start + 1 + offset]) }
            text[length] = 0
            var address = in6_addr()
            return strlen(text.baseAddress!) == length && inet_pton(AF_INET6, text.baseAddress, &address) == 1
        }
        return isAddress ? index + 1 : nil
    }

    /// Digits up to 65535; none at all stand for the scheme's own port (RFC 3986 §3.2.3).
    private static func isPort(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
        guard end - start <= 5 else { return false }
        var port = 0
        for index in start..<end {
            let digit = base[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return false }
            port = port * 10 + Int(digit)
        }
        return port <= 65535
    }

    /// A letter, a digit, or one of `-._~!$&'()*+;=`.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        if byte < 64 { return lowNames >> UInt64(byte) & 1 == 1 }
        if byte < 128 { return highNames >> UInt64(byte - 64) & 1 == 1 }
        return false
    }

    // One bit for each ASCII character, as in `FieldName`.
    private static var lowNames: UInt64 { 0x2BFF_6FD2_0000_0000 }
    private static var highNames: UInt64 { 0x47FF_FFFE_87FF_FFFE }
}
