extension String {
    /// Appends the text as a JSON string with its quotes.
    package func writeJSONString(to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        writeJSONStringContent(to: &output)
        output.append(UInt8(ascii: "\""))
    }

    /// Appends what stands between the quotes of the text's JSON string: quotes, backslashes and control characters are
    /// escaped, nothing else.
    package func writeJSONStringContent(to output: inout [UInt8]) {
        var text = self
        text.withUTF8 { bytes in
            guard Self.needsEscape(bytes) else {
                output.append(contentsOf: bytes)
                return
            }
            var runStart = 0
            for index in 0..<bytes.count {
                let byte = bytes[index]
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
                output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[runStart..<index]))
                runStart = index + 1
                output.append(UInt8(ascii: "\\"))
                output.append(contentsOf: Self.escape(of: byte))
            }
            output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[runStart...]))
        }
    }

    /// Whether anything in the text is escaped. It looks at eight bytes at a time: `(x - n) & ~x` has the high bit of a
    /// byte set where the byte is below n, and nowhere when none is.
    private static func needsEscape(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let start = UnsafeRawPointer(bytes.baseAddress)
        var index = 0
        while let start, index &+ 8 <= bytes.count {
            let word = start.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let quotes = word ^ (ones &* 0x22)
            let slashes = word ^ (ones &* 0x5C)
            let found =
                ((word &- ones &* 0x20) & ~word) | ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)
            if found & (ones &* 0x80) != 0 { return true }
            index &+= 8
        }
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return true }
            index &+= 1
        }
        return false
    }

    /// What follows the backslash.
    private static func escape(of byte: UInt8) -> [UInt8] {
        switch byte {
        case 0x08: return [UInt8(ascii: "b")]
        case 0x09: return [UInt8(ascii: "t")]
        case 0x0A: return [UInt8(ascii: "n")]
        case 0x0C: return [UInt8(ascii: "f")]
        case 0x0D: return [UInt8(ascii: "r")]
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): return [byte]
        default:
            let low = byte & 15
            return Array("u00".utf8) + [
                UInt8(ascii: "0") + byte >> 4, low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10,
            ]
        }
    }
}
