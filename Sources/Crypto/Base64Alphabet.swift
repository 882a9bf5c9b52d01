/// One of the two alphabets of RFC 4648, with the way back.
struct Base64Alphabet: Sendable {
    static let standard = Base64Alphabet(last: "+/")
    static let urlSafe = Base64Alphabet(last: "-_")

    private static let none: UInt8 = 0xFF

    private let characters: [UInt8]
    /// The value of each character, `none` for those that have none.
    private let values: [UInt8]

    private init(last: String) {
        characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8) + Array(last.utf8)
        var values = [UInt8](repeating: Self.none, count: 256)
        for (value, character) in characters.enumerated() { values[Int(character)] = UInt8(value) }
        self.values = values
    }

    func encode(_ bytes: some Collection<UInt8>, padding: Bool) -> String {
        withBytes(bytes) { bytes in
            String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
                var written = 0
                func put(_ bits: UInt32, _ count: Int) {
                    for position in 0..<count {
                        text[written] = characters[Int(bits >> (18 - 6 * UInt32(position)) & 63)]
                        written += 1
                    }
                }
                var index = 0
                while index + 3 <= bytes.count {
                    put(UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2]), 4)
                    index += 3
                }
                let rest = bytes.count - index
                if rest > 0 {
                    let second = rest == 2 ? UInt32(bytes[index + 1]) << 8 : 0
                    put(UInt32(bytes[index]) << 16 | second, rest + 1)
                    if padding {
                        for _ in rest..<3 {
                            text[written] = UInt8(ascii: "=")
                            written += 1
                        }
                    }
                }
                return written
            }
        }
    }

    /// Decodes characters without padding.
    func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        withBytes(text) { decode($0) }
    }

    /// The same of characters that lie in memory.
    func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var isRead = false
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.byteCount(ofText: text.count)) { buffer, count in
            guard decode(text, into: buffer.baseAddress) else { return }
            isRead = true
            count = Self.byteCount(ofText: text.count)
        }
        return isRead ? bytes : nil
    }

    /// How many bytes so many characters stand for, if they are well formed.
    static func byteCount(ofText count: Int) -> Int { count / 4 * 3 + max(0, count % 4 - 1) }

    /// Decodes characters without padding to memory with room for `byteCount(ofText:)` bytes, which begins at
    /// `output`; nil has room for none.
    ///
    /// - Returns: whether they are well formed. If not, some bytes may have been written.
    func decode(_ text: UnsafeBufferPointer<UInt8>, into output: UnsafeMutablePointer<UInt8>?) -> Bool {
        guard let start = text.baseAddress, !text.isEmpty else { return true }
        let rest = text.count % 4
        guard rest != 1, let output else { return false }
        return values.withUnsafeBufferPointer { values in
            // No value has one of the two upper bits; what is no character has all of them.
            var all: UInt8 = 0
            func value(_ index: Int) -> UInt32 {
                let value = values[Int(start[index])]
                all |= value
                return UInt32(value)
            }
            var read = 0
            var written = 0
            while read &+ 4 <= text.count {
                let bits = value(read) << 18 | value(read &+ 1) << 12 | value(read &+ 2) << 6 | value(read &+ 3)
                output[written] = UInt8(truncatingIfNeeded: bits >> 16)
                output[written &+ 1] = UInt8(truncatingIfNeeded: bits >> 8)
                output[written &+ 2] = UInt8(truncatingIfNeeded: bits)
                read &+= 4
                written &+= 3
            }
            var stray: UInt32 = 0
            if rest > 1 {
                let bits = value(read) << 18 | value(read &+ 1) << 12 | (rest == 3 ? value(read &+ 2) << 6 : 0)
                output[written] = UInt8(truncatingIfNeeded: bits >> 16)
                if rest == 3 { output[written &+ 1] = UInt8(truncatingIfNeeded: bits >> 8) }
                stray = bits & (rest == 3 ? 0xFF : 0xFFFF)
            }
            return all < 64 && stray == 0
        }
    }
}
