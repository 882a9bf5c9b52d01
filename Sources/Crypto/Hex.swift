/// Bytes as hexadecimal digits, RFC 4648 §8.
package enum Hex {
    /// Two digits a byte, in lower case.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        let count = bytes.count * 2
        return String(unsafeUninitializedCapacity: count) { digits in
            var index = 0
            for byte in bytes {
                digits[index] = digit(byte >> 4)
                digits[index + 1] = digit(byte & 15)
                index += 2
            }
            return index
        }
    }

    /// The bytes that `text` spells in either case; nil unless it is an even number of digits and nothing else.
    ///
    /// With `ignoringWhitespace`, blanks and line ends between digits do not count, as `xxd -p` writes them.
    package static func decode(_ text: some StringProtocol, ignoringWhitespace: Bool = false) -> [UInt8]? {
        var text = String(text)
        return text.withUTF8 { decode($0, ignoringWhitespace: ignoringWhitespace) }
    }

    private static func decode(_ characters: UnsafeBufferPointer<UInt8>, ignoringWhitespace: Bool) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 2)
        var high: UInt8?
        for character in characters {
            guard let value = value(of: character) else {
                guard ignoringWhitespace, isWhitespace(character) else { return nil }
                continue
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return high == nil ? bytes : nil
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// Decodes digits of either case, two a byte, to memory with room for half as many bytes, without a branch that
    /// random digits would mispredict.
    ///
    /// - Returns: whether all are digits. If not, some bytes may have been written.
    static func decode(_ digits: UnsafeBufferPointer<UInt8>, into output: UnsafeMutablePointer<UInt8>) -> Bool {
        values.withUnsafeBufferPointer { values in
            var all: UInt8 = 0
            for index in 0..<digits.count / 2 {
                let high = values[Int(digits[2 &* index])]
                let low = values[Int(digits[2 &* index &+ 1])]
                all |= high | low
                output[index] = high << 4 | low
            }
            return all < 16
        }
    }

    /// What each character stands for; 255 for those that are no digits.
    private static let values: [UInt8] = (0...255).map { value(of: $0) ?? 255 }

    /// What a digit of either case stands for.
    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

/// Whether `byte` is a blank, a tab or part of a line end.
func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
}
