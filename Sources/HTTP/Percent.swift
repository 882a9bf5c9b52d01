/// Percent-encoding (RFC 3986 §2.1).
package enum Percent {
    /// Decodes once. A `%` that is not followed by two hexadecimal digits stays as it is, and bytes that are not UTF-8
    /// become U+FFFD: a caller is not lost over a stray per cent sign.
    ///
    /// - Parameter plusIsBlank: whether `+` means a blank, as in queries and forms.
    package static func decoded(_ bytes: UnsafeBufferPointer<UInt8>, plusIsBlank: Bool = false) -> String {
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || (plusIsBlank && $0 == UInt8(ascii: "+")) }) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { output in
            var count = 0
            var index = 0
            while index < bytes.count {
                var byte = bytes[index]
                index += 1
                if byte == UInt8(ascii: "+"), plusIsBlank {
                    byte = UInt8(ascii: " ")
                } else if byte == UInt8(ascii: "%"), index + 1 < bytes.count,
                    let high = hexDigit(bytes[index]), let low = hexDigit(bytes[index + 1])
                {
                    byte = high << 4 | low
                    index += 2
                }
                output[count] = byte
                count += 1
            }
            return String(decoding: output[..<count], as: UTF8.self)
        }
    }

    package static func decoded(_ text: some StringProtocol, plusIsBlank: Bool = false) -> String {
        var text = String(text)
        return text.withUTF8 { decoded($0, plusIsBlank: plusIsBlank) }
    }

    /// Encodes everything but the unreserved characters (RFC 3986 §2.3): safe in a segment, a name or a value.
    package static func encoded(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(upperHexDigit(byte >> 4))
                bytes.append(upperHexDigit(byte & 15))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// The value of a hexadecimal digit, nil for anything else.
    static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func upperHexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
