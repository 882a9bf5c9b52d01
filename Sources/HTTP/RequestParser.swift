import Glibc

/// Turns the bytes of one connection into requests, whatever pieces they come in.
///
/// Strict where two readers could disagree about where a message ends (RFC 9112 §11.2): see `ParseError`. After an
/// error it gives nothing but that error, because the place of the next message is not known.
package struct RequestParser: ~Copyable, Sendable {
    /// How far the current message has come.
    package enum Progress: Equatable, Sendable {
        /// No byte of it is there.
        case nothing
        /// Its head is not complete.
        case head
        /// Its head is complete; so many bytes of its body are there.
        case body(received: Int)
    }

    private enum Phase {
        case head
        /// `head` is complete; its body has a known length.
        case length(Int)
        /// `head` is complete; its body comes in chunks, through `chunks`.
        case chunked
        case failed(ParseError)
    }

    private let limits: ParserLimits
    private let remote: PeerAddress
    private let isSecure: Bool
    /// Whether the client has shown a certificate that is believed.
    package var isCertified = false
    /// Those whose word is taken for who sends the requests; nil unless `remote` is one of them.
    package var proxies: TrustedProxies?
    private var buffer: [UInt8] = []
    /// Where the current message begins in `buffer`. Offsets count from here.
    private var start = 0
    private var phase = Phase.head
    /// While a head is looked for: lines up to `line` have been looked at and end with CRLF, and up to `scanned` there
    /// is no further line feed.
    private var line = 0
    private var scanned = 0
    private var head: RequestHead?
    private var chunks = ChunkedBody(bodyStart: 0)
    private var owesContinue = false
    /// Empty lines skipped before the current message.
    private var emptyLines = 0

    /// A buffer that has grown beyond this is not kept for the next request.
    private static let keptCapacity = 16 << 10
    /// RFC 9112 §2.2 asks for one at least; more would let a client stay for ever without a request.
    private static let mostEmptyLines = 8

    package init(
        limits: ParserLimits = ParserLimits(), remote: PeerAddress = .loopback, isSecure: Bool = false
    ) {
        self.limits = limits
        self.remote = remote
        self.isSecure = isSecure
    }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        buffer.append(contentsOf: bytes)
    }

    package mutating func append(_ bytes: some Collection<UInt8>) {
        buffer.append(contentsOf: bytes)
    }

    /// Whether there are bytes that belong to no request given out so far.
    package var hasBytes: Bool { buffer.count > start }

    package var progress: Progress {
        switch phase {
        case .head: hasBytes ? .head : .nothing
        case .length: .body(received: buffer.count - start - (head?.end ?? 0))
        case .chunked: .body(received: chunks.written - (head?.end ?? 0))
        case .failed: .nothing
        }
    }

    /// Whether the client waits for an interim answer (100) before it sends the body.
    package var awaitsContinue: Bool { owesContinue }

    /// The request whose client waits for an interim answer, without its body. Given out once.
    package mutating func takeExpectation() -> Request? {
        guard owesContinue, let head else { return nil }
        owesContinue = false
        let bytes = Array(buffer[start..<start + head.end])
        return Request(
            bytes: bytes, head: head, body: head.end..<head.end, remote: remote, isSecure: isSecure,
            isCertified: isCertified, proxies: proxies)
    }

    /// The next complete request, or nil when more bytes are needed.
    package mutating func next() throws(ParseError) -> Request? {
        do throws(ParseError) {
            if let request = try advance() { return request }
        } catch {
            phase = .failed(error)
            buffer = []
            start = 0
            throw error
        }
        // Pipelined requests before this one have been taken; their bytes are not needed any more.
        if start > 0 {
            buffer.removeSubrange(..<start)
            start = 0
        }
        return nil
    }

    /// Takes a request's buffer back to use it again, if nobody else has kept the request.
    package mutating func reclaim(_ request: inout Request) {
        guard buffer.isEmpty, buffer.capacity == 0 else { return }
        swap(&buffer, &request.bytes)
        if buffer.capacity > Self.keptCapacity {
            buffer = []
        } else {
            // Makes a new one when the bytes are shared, and then leaves them alone.
            buffer.removeAll(keepingCapacity: true)
        }
    }

    private mutating func advance() throws(ParseError) -> Request? {
        if case .failed(let error) = phase { throw error }
        if case .head = phase {
            guard let head = try findHead() else { return nil }
            switch head.framing {
            case .none: return take(head, body: head.end..<head.end, consumed: head.end)
            case .length(let length): phase = .length(length)
            case .chunked:
                phase = .chunked
                chunks = ChunkedBody(bodyStart: head.end)
            }
            self.head = head
            owesContinue = head.expectsContinue
        }
        guard let head else { return nil }
        if case .length(let length) = phase {
            let end = head.end + length
            guard buffer.count - start >= end else { return nil }
            return take(head, body: head.end..<end, consumed: end)
        }
        guard try readChunks() else {
            // The framing already read is dropped, so that the buffer holds no more than the data.
            buffer.removeSubrange(start + chunks.written..<start + chunks.read)
            chunks.gapWasRemoved()
            return nil
        }
        return take(head, body: head.end..<chunks.written, consumed: chunks.read)
    }

    private mutating func readChunks() throws(ParseError) -> Bool {
        let (start, limits) = (start, limits)
        var chunks = chunks
        defer { self.chunks = chunks }
        return try buffer.withUnsafeMutableBufferPointer { bytes throws(ParseError) in
            guard let base = bytes.baseAddress else { return false }
            return try chunks.advance(base + start, count: bytes.count - start, limits: limits)
        }
    }

    /// Looks for the empty line that ends the head, and reads the head when it is there.
    private mutating func findHead() throws(ParseError) -> RequestHead? {
        var (start, line, scanned, emptyLines) = (start, line, scanned, emptyLines)
        let limits = limits
        defer { (self.start, self.line, self.scanned, self.emptyLines) = (start, line, scanned, emptyLines) }
        return try buffer.withUnsafeBufferPointer { bytes throws(ParseError) in
            guard let first = bytes.baseAddress else { return nil }
            var base = first + start
            var count = bytes.count - start
            while let found = memchr(base + scanned, 0x0A, count - scanned) {
                let lineFeed = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
                guard lineFeed < limits.head else { throw Self.tooLarge(hasRequestLine: line > 0) }
                guard lineFeed > line, base[lineFeed - 1] == 0x0D else { throw .bareLineFeed }
                let isEmpty = lineFeed - 1 == line
                line = lineFeed + 1
                scanned = line
                if isEmpty, lineFeed > 1 { return try HeadParser.parse(base, end: line, limits: limits) }
                if isEmpty {
                    // RFC 9112 §2.2: empty lines before a request line are skipped.
                    emptyLines += 1
                    guard emptyLines <= Self.mostEmptyLines else { throw .badRequestLine }
                    start += 2
                    base += 2
                    count -= 2
                    (line, scanned) = (0, 0)
                }
            }
            guard count < limits.head else { throw Self.tooLarge(hasRequestLine: line > 0) }
            scanned = count
            return nil
        }
    }

    /// A request line that fills the head is a target that is too long.
    private static func tooLarge(hasRequestLine: Bool) -> ParseError {
        hasRequestLine ? .headTooLarge : .targetTooLong
    }

    /// Makes the request, and is ready for the next one.
    private mutating func take(_ head: RequestHead, body: Range<Int>, consumed: Int) -> Request {
        phase = .head
        self.head = nil
        (line, scanned) = (0, 0)
        emptyLines = 0
        owesContinue = false
        if start == 0, consumed == buffer.count {
            // The usual case: one request and nothing else. It gets the buffer itself.
            var bytes: [UInt8] = []
            swap(&bytes, &buffer)
            return Request(
                bytes: bytes, head: head, body: body, remote: remote, isSecure: isSecure, isCertified: isCertified,
                proxies: proxies)
        }
        let bytes = Array(buffer[start..<start + body.upperBound])
        start += consumed
        if start == buffer.count {
            buffer.removeAll(keepingCapacity: buffer.capacity <= Self.keptCapacity)
            start = 0
        }
        return Request(
            bytes: bytes, head: head, body: body, remote: remote, isSecure: isSecure, isCertified: isCertified,
            proxies: proxies)
    }
}
