import HTTP

/// What has come of one answer so far. libcurl's callbacks fill it on the thread that waits in `send`.
final class Transfer {
    private(set) var status = 0
    private(set) var fields = Fields()
    private(set) var body: [UInt8] = []
    private(set) var isTooLarge = false
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// The transfer that `send` handed to libcurl and keeps alive until libcurl is done.
    static func at(_ context: UnsafeMutableRawPointer?) -> Transfer {
        Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
    }

    /// How many bytes were taken; fewer than given ends the transfer.
    func take(body bytes: UnsafeRawBufferPointer) -> Int {
        guard body.count + bytes.count <= limit else {
            isTooLarge = true
            return 0
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    /// One line of the head. An answer may have several heads (100, 103); the last one counts.
    func take(line bytes: UnsafeRawBufferPointer) -> Int {
        let line = String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            fields = Fields()
            let words = line.split(separator: " ", maxSplits: 2)
            status = words.count > 1 ? Int(words[1].prefix(3)) ?? 0 : 0
        } else if let colon = line.firstIndex(of: ":"), Transfer.isName(line[..<colon]) {
            let value = line[line.index(after: colon)...]
            fields.append(String(line[..<colon]), String(Transfer.trimmed(value)))
        }
        return bytes.count
    }

    /// Letters, digits and the marks of a token (RFC 9110 §5.6.2). Lines with other names are passed over.
    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, first.isWhitespace { text = text.dropFirst() }
        while let last = text.last, last.isWhitespace { text = text.dropLast() }
        return text
    }
}
