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
