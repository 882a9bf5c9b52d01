import Glibc

/// Takes the chunk framing out of a body as it arrives (RFC 9112 §7.1).
///
/// The data is moved down in place, so that head and body end up in one piece. Positions count from the first byte of
/// the message.
struct ChunkedBody {
    private enum Phase {
        case size
        case data(Int)
        case dataEnd
        case trailers
    }

    /// The longest line with a chunk's size, extensions and CRLF included.
    private static let sizeLine = 256
    /// All chunk extensions of a message together: they carry nothing for us and must not be a way to keep us busy.
    private static let extensions = 16 << 10

    private var phase = Phase.size
    private let bodyStart: Int
    /// The next byte as it came.
    private(set) var read: Int
    /// The end of the data moved down so far.
    private(set) var written: Int
    private var extensionBytes = 0
    private var trailerBytes = 0
    private var trailerCount = 0

    init(bodyStart: Int) {
        self.bodyStart = bodyStart
        read = bodyStart
        written = bodyStart
    }

    /// Says that the bytes between `written` and `read` have been taken out of the buffer.
    mutating func gapWasRemoved() { read = written }

    /// Goes on with what is there. Returns true when the body, trailers included, is complete.
    mutating func advance(
        _ base: UnsafeMutablePointer<UInt8>, count: Int, limits: ParserLimits
    ) throws(ParseError) -> Bool {
        while true {
            switch phase {
            case .size:
                guard let end = try lineEnd(base, count, limit: Self.sizeLine) else { return false }
                let size = try parseSize(base, end, limit: limits.body - (written - bodyStart))
                read = end + 2
                phase = size == 0 ? .trailers : .data(size)
            case .data(let left):
                let moved = min(left, count - read)
                memmove(base + written, base + read, moved)
                written += moved
                read += moved
                guard moved == left else {
                    phase = .data(left - moved)
                    return false
                }
                phase = .dataEnd
            case .dataEnd:
                guard count - read >= 2 else { return false }
                guard base[read] == 0x0D, base[read + 1] == 0x0A else { throw .badChunk }
                read += 2
                phase = .size
            case .trailers:
                guard let end = try lineEnd(base, count, limit: limits.head - trailerBytes) else { return false }
                let line = read
                read = end + 2
                if end == line { return true }
                trailerBytes += read - line
                trailerCount += 1
                guard trailerCount <= limits.fields else { throw .headTooLarge }
                try checkTrailer(base, line, end)
            }
        }
    }

    /// Where the line that begins at `read` has its CR; nil when it is not all there.
    private func lineEnd(
        _ base: UnsafeMutablePointer<UInt8>, _ count: Int, limit: Int
    ) throws(ParseError) -> Int? {
        guard let found = memchr(base + read, 0x0A, count - read) else {
            guard count - read < limit else { throw tooLong }
            return nil
        }
        let lineFeed = found.assumingMemoryBound(to: UInt8.self) - base
        guard lineFeed - read < limit else { throw tooLong }
        guard lineFeed > read, base[lineFeed - 1] == 0x0D else { throw .bareLineFeed }
        return lineFeed - 1
    }

    private var tooLong: ParseError { if case .trailers = phase { .headTooLarge } else { .badChunk } }

    /// Hexadecimal digits, then nothing or `;` and extensions, which are ignored.
    private mutating func parseSize(
        _ base: UnsafeMutablePointer<UInt8>, _ end: Int, limit: Int
    ) throws(ParseError) -> Int {
        var index = read
        var size = 0
        while index < end, let digit = Percent.hexDigit(base[index]) {
            guard index - read < 16, size >> 58 == 0 else { throw .bodyTooLarge }
            size = size << 4 | Int(digit)
            index += 1
        }
        guard index > read else { throw .badChunk }
        extensionBytes += end - index
        guard extensionBytes <= Self.extensions else { throw .badChunk }
        guard ChunkExtensions.areValid(base, index, end) else { throw .badChunk }
        guard size <= limit else { throw .bodyTooLarge }
        return size
    }

    /// Trailer fields must be fields, though nobody reads them. Those that say where a message ends or whom it is for
    /// must not come so late (RFC 9110 §6.5.1): a reader that took them would see another message.
    private func checkTrailer(_ base: UnsafeMutablePointer<UInt8>, _ start: Int, _ end: Int) throws(ParseError) {
        var index = start
        while FieldName.isTokenByte(base[index]) { index += 1 }
        guard index > start, base[index] == UInt8(ascii: ":") else { throw .badField }
        for index in index..<end
        where (base[index] < 0x20 && base[index] != 0x09) || base[index] == 0x7F { throw .badField }
        for name in ["content-length", "transfer-encoding", "host"] as [StaticString]
        where FieldName.isEqual(base + start, count: index - start, to: name) { throw .forbiddenTrailer }
    }
}
