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
            let room = bytes.count * Self.mostJSONBytes
            output += [UInt8](unsafeUninitializedCapacity: room) { $1 = Self.escape(bytes, to: $0.baseAddress!) }
        }
    }

    /// How many bytes of a JSON string one byte of a text takes at most.
    package static var mostJSONBytes: Int { 6 }

    /// Writes the same to memory with room for `mostJSONBytes` times the text's bytes.
    ///
    /// - Returns: how many bytes it is.
    package func writeJSONStringContent(at place: UnsafeMutablePointer<UInt8>) -> Int {
        var text = self
        return text.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            if Self.needsEscape(bytes) { return Self.escape(bytes, to: place) }
            place.update(from: start, count: bytes.count)
            return bytes.count
        }
    }

    /// Whether anything in the text is escaped. It looks at eight bytes at a time: `(x - n) & ~x` has the high bit of a
    /// byte set where the byte is below n, and nowhere when none is.
    private static func needsEscape(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count >= 8, let start = UnsafeRawPointer(bytes.baseAddress) else {
            for byte in bytes where isEscaped(byte) { return true }
            return false
        }
        let ones: UInt64 = 0x0101_0101_0101_0101
        let last = bytes.count &- 8
        var index = 0
        while true {
            let word = start.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let quotes = word ^ (ones &* 0x22)
            let slashes = word ^ (ones &* 0x5C)
            let found =
                ((word &- ones &* 0x20) & ~word) | ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)
            if found & (ones &* 0x80) != 0 { return true }
            if index == last { return false }
            // The last eight may have been looked at in part.
            index = Swift.min(index &+ 8, last)
        }
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func escape(_ bytes: UnsafeBufferPointer<UInt8>, to place: UnsafeMutablePointer<UInt8>) -> Int {
        var count = 0
        for byte in bytes {
            guard isEscaped(byte) else {
                place[count] = byte
                count += 1
                continue
            }
            place[count] = UInt8(ascii: "\\")
            count += 1
            for follower in escape(of: byte) {
                place[count] = follower
                count += 1
            }
        }
        return count
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
