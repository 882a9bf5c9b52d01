/// The few DER forms that push certificates use (X.690), written and read.
enum DER {
    static let null: [UInt8] = [0x05, 0x00]

    static func utf8String(_ text: String) -> [UInt8] { tagged(0x0C, Array(text.utf8)) }

    static func sequence(_ content: [UInt8]) -> [UInt8] { tagged(0x30, content) }

    /// One element: its tag byte and content.
    struct Element {
        var tag: UInt8
        var content: ArraySlice<UInt8>
    }

    /// Takes the first element off `bytes`; nil at the end or where the encoding is broken.
    static func nextElement(of bytes: inout ArraySlice<UInt8>) -> Element? {
        guard let tag = bytes.first, let short = bytes.dropFirst().first else { return nil }
        var rest = bytes.dropFirst(2)
        var length = Int(short)
        if short & 0x80 != 0 {
            let count = Int(short & 0x7F)
            // Four bytes are more than any certificate has.
            guard (1...4).contains(count), rest.count >= count else { return nil }
            length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(count)
        }
        guard rest.count >= length else { return nil }
        bytes = rest.dropFirst(length)
        return Element(tag: tag, content: rest.prefix(length))
    }

    private static func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        var length: [UInt8] = []
        if content.count < 0x80 {
            length = [UInt8(content.count)]
        } else {
            var rest = content.count
            while rest > 0 {
                length.insert(UInt8(rest & 0xFF), at: 0)
                rest >>= 8
            }
            length.insert(0x80 | UInt8(length.count), at: 0)
        }
        return [tag] + length + content
    }
}
