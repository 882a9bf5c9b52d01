/// The address of a phone at Apple's push service: bytes that mean nothing to us.
///
/// Apple says not to count on their number. Kept as lower-case hex, because that is how they stand in a request path;
/// nothing but hex digits can get there.
package struct DeviceToken: Hashable, Sendable {
    /// Lower-case digits, an even number of them.
    package let hex: String

    package enum Encoding: Hashable, Sendable {
        /// Hex in either case, or what old clients print: `<a54dca18 2530bb1d …>`.
        case hex
        /// Base64 or base64url. A text of hex digits can be base64, too, so the sender must say so.
        case base64
    }

    /// The longest token, in bytes.
    package static let maximumLength = 512

    package init(_ text: String, encoding: Encoding = .hex) throws(DeviceTokenError) {
        let bytes =
            switch encoding {
            case .hex: try Self.bytes(ofHex: Array(text.utf8).trimmed)
            case .base64: try Self.bytes(ofBase64: Array(text.utf8).trimmed)
            }
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= Self.maximumLength else { throw .tooLong }
        hex = String(
            decoding: bytes.flatMap { [HexDigit.lowercase($0 >> 4), HexDigit.lowercase($0)] }, as: UTF8.self)
    }

    private static func bytes(ofHex text: ArraySlice<UInt8>) throws(DeviceTokenError) -> [UInt8] {
        // iOS 13 prints `{length = 32, bytes = 0xa54dca18 … 493c9d5c }`: the middle is lost.
        if text.first == UInt8(ascii: "{") { throw .abbreviated }
        var digits = text
        if digits.first == UInt8(ascii: "<"), digits.last == UInt8(ascii: ">") {
            digits = ArraySlice(digits.dropFirst().dropLast().filter { $0 != UInt8(ascii: " ") })
        }
        var bytes: [UInt8] = []
        var pending: UInt8?
        for byte in digits {
            guard let nibble = HexDigit.value(of: byte) else { throw .notHex }
            if let high = pending {
                bytes.append(high << 4 | nibble)
                pending = nil
            } else {
                pending = nibble
            }
        }
        if pending != nil { throw .halfByte }
        return bytes
    }

    private static func bytes(ofBase64 text: ArraySlice<UInt8>) throws(DeviceTokenError) -> [UInt8] {
        let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        let digits = text.dropLast(padding)
        guard padding <= 2, digits.count % 4 != 1, padding == 0 || (digits.count + padding) % 4 == 0 else {
            throw .notBase64
        }
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in digits {
            let value: UInt8
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
            case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
            default: throw .notBase64
            }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
                bits &= (1 << UInt32(count)) - 1
            }
        }
        guard bits == 0 else { throw .notBase64 }
        return bytes
    }
}

extension DeviceToken: CustomStringConvertible {
    /// Masked: whoever has the token and the credential can ring the phone.
    package var description: String { hex.prefix(4) + "…" + hex.suffix(4) }
}

/// Why a text is no device token.
package enum DeviceTokenError: Error, Equatable, Sendable {
    case empty
    case notHex
    case halfByte
    case notBase64
    case abbreviated
    case tooLong
}

extension DeviceTokenError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .empty: "the device token is empty"
        case .notHex: "the device token holds a character that is not a hex digit"
        case .halfByte: "the device token has an odd number of hex digits"
        case .notBase64: "the device token is not base64"
        case .abbreviated:
            "the device token was printed in the short form of iOS 13, which leaves its middle out: "
                + "send every byte as two hex digits"
        case .tooLong: "the device token is longer than \(DeviceToken.maximumLength) bytes"
        }
    }
}

extension [UInt8] {
    /// Without blanks and line ends around it.
    fileprivate var trimmed: ArraySlice<UInt8> {
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        return ArraySlice(drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed())
    }
}
