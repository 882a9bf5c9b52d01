/// The blocks of a PEM file (RFC 7468), read leniently.
///
/// Mended on the way: a byte order mark, CR LF or CR line ends, blanks around lines, a literal `\n` in place of each
/// line end (as environment variables carry keys), everything on a single line, a missing last line end, text
/// around the blocks.
struct PEM {
    struct Block: Equatable {
        /// The words after BEGIN, such as `PRIVATE KEY`.
        var label: String
        /// What the base64 text spells; nil when it is not base64.
        var der: [UInt8]?
        /// RFC 1421 encryption as old OpenSSL wrote it: `Proc-Type: 4,ENCRYPTED`.
        var isEncrypted = false
    }

    /// In the order of the file, at least one.
    let blocks: [Block]

    /// Throws `.notPEM` without a BEGIN line and `.cutOff` without its END line.
    init(_ text: some Collection<UInt8>) throws(KeyError) {
        var rest = Self.withRealLineEnds(text)[...]
        var blocks: [Block] = []
        while let begin = Self.firstRange(of: "-----BEGIN ", in: rest) {
            rest = rest[begin.upperBound...]
            guard let close = Self.firstRange(of: "-----", in: rest) else { throw .cutOff }
            let label = String(decoding: rest[..<close.lowerBound], as: UTF8.self)
            rest = rest[close.upperBound...]
            guard let end = Self.firstRange(of: "-----END " + label + "-----", in: rest) else { throw .cutOff }
            blocks.append(Self.block(label, body: rest[..<end.lowerBound]))
            rest = rest[end.upperBound...]
        }
        guard !blocks.isEmpty else { throw .notPEM }
        self.blocks = blocks
    }

    /// The text form of `der`: 64 characters a line, each with its line end.
    static func encode(_ der: [UInt8], label: String) -> String {
        var text = "-----BEGIN \(label)-----\n"
        var rest = Base64.encode(der)[...]
        while !rest.isEmpty {
            text += rest.prefix(64) + "\n"
            rest = rest.dropFirst(64)
        }
        return text + "-----END \(label)-----\n"
    }

    private static func block(_ label: String, body: ArraySlice<UInt8>) -> Block {
        // A colon is not a base64 character: what stands before the last of them are RFC 1421 header lines.
        if body.contains(UInt8(ascii: ":")) {
            return Block(
                label: label, der: nil, isEncrypted: firstRange(of: "ENCRYPTED", in: body) != nil)
        }
        return Block(label: label, der: Base64.decode(body, ignoringWhitespace: true))
    }

    private static func withRealLineEnds(_ text: some Collection<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        for byte in text {
            if bytes.last == UInt8(ascii: "\\"), byte == UInt8(ascii: "n") || byte == UInt8(ascii: "r") {
                bytes[bytes.count - 1] = UInt8(ascii: "\n")
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    private static func firstRange(of pattern: String, in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        let pattern = Array(pattern.utf8)
        var start = bytes.startIndex
        while bytes.endIndex - start >= pattern.count {
            if bytes[start..<(start + pattern.count)].elementsEqual(pattern) {
                return start..<(start + pattern.count)
            }
            start += 1
        }
        return nil
    }
}
