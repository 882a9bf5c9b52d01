/// What may stand behind a chunk's size: `*( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] )`
/// (RFC 9112 §7.1.1).
///
/// They mean nothing here. They are checked all the same, because where a quoted text ends is one more thing that two
/// readers could see differently.
enum ChunkExtensions {
    /// Whether `base[start..<end]`, a whole line without its CRLF and size, is a list of them.
    static func areValid(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
        var index = start
        while index < end {
            skipBlanks(base, &index, end)
            guard index < end, base[index] == UInt8(ascii: ";") else { return false }
            index += 1
            skipBlanks(base, &index, end)
            guard skipToken(base, &index, end) else { return false }
            let nameEnd = index
            skipBlanks(base, &index, end)
            guard index < end, base[index] == UInt8(ascii: "=") else {
                index = nameEnd
                continue
            }
            index += 1
            skipBlanks(base, &index, end)
            let isQuoted = index < end && base[index] == UInt8(ascii: "\"")
            guard isQuoted ? skipQuoted(base, &index, end) : skipToken(base, &index, end) else { return false }
        }
        return true
    }

    private static func skipBlanks(_ base: UnsafePointer<UInt8>, _ index: inout Int, _ end: Int) {
        while index < end, base[index] == 0x20 || base[index] == 0x09 { index += 1 }
    }

    private static func skipToken(_ base: UnsafePointer<UInt8>, _ index: inout Int, _ end: Int) -> Bool {
        let start = index
        while index < end, FieldName.isTokenByte(base[index]) { index += 1 }
        return index > start
    }

    private static func skipQuoted(_ base: UnsafePointer<UInt8>, _ index: inout Int, _ end: Int) -> Bool {
        index += 1
        while index < end {
            let byte = base[index]
            index += 1
            if byte == UInt8(ascii: "\"") { return true }
            if byte == UInt8(ascii: "\\") {
                guard index < end, isText(base[index]) else { return false }
                index += 1
            } else if !isText(byte) {
                return false
            }
        }
        return false
    }

    private static func isText(_ byte: UInt8) -> Bool { byte == 0x09 || (byte >= 0x20 && byte != 0x7F) }
}
