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
        let rest = text.count % 4
        guard rest != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var count = 0
        for character in text {
            let value = values[Int(character)]
            guard value != Self.none else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 1
            if count == 4 {
                bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
                bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
                bytes.append(UInt8(truncatingIfNeeded: bits))
                bits = 0
                count = 0
            }
        }
        switch rest {
        case 2:
            guard bits & 0xF == 0 else { return nil }
            bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
        case 3:
            guard bits & 0x3 == 0 else { return nil }
            bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
        default: break
        }
        return bytes
    }
}
