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
            for (index, byte) in bytes.enumerated() {
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
                output.append(contentsOf: bytes[runStart..<index])
                runStart = index + 1
                output.append(UInt8(ascii: "\\"))
                switch byte {
                case 0x08: output.append(UInt8(ascii: "b"))
                case 0x09: output.append(UInt8(ascii: "t"))
                case 0x0A: output.append(UInt8(ascii: "n"))
                case 0x0C: output.append(UInt8(ascii: "f"))
                case 0x0D: output.append(UInt8(ascii: "r"))
                case UInt8(ascii: "\""), UInt8(ascii: "\\"): output.append(byte)
                default:
                    output.append(contentsOf: "u00".utf8)
                    output.append(UInt8(ascii: "0") + byte >> 4)
                    let low = byte & 15
                    output.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
                }
            }
            output.append(contentsOf: bytes[runStart...])
        }
    }
}
