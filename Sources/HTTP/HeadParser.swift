import Glibc

/// Reads the head of one request: request line and fields (RFC 9112 §3 and §5), strictly.
///
/// It works on the complete head, `base[0..<end]`, whose lines the `RequestParser` has found to end with CRLF and
/// whose last line is empty.
struct HeadParser {
    private let base: UnsafePointer<UInt8>
    private let end: Int
    private let limits: ParserLimits

    private var hostCount = 0
    private var host: RequestHead.Slice?
    private var contentLength: Int?
    private var isChunked = false
    private var closes = false
    private var keepsAlive = false
    private var expectsContinue = false
    private var isContentCoded = false

    static func parse(
        _ base: UnsafePointer<UInt8>, end: Int, limits: ParserLimits
    ) throws(ParseError) -> RequestHead {
        var parser = HeadParser(base: base, end: end, limits: limits)
        return try parser.parse()
    }

    private init(base: UnsafePointer<UInt8>, end: Int, limits: ParserLimits) {
        self.base = base
        self.end = end
        self.limits = limits
    }

    private mutating func parse() throws(ParseError) -> RequestHead {
        let requestLine = try lineEnd(from: 0)
        let (methodName, target, isVersion10) = try parseRequestLine(requestLine)
        let verb = verb(methodName)

        let firstField = requestLine + 2
        var line = firstField
        var count = 0
        // Not until a CR: a line may begin with one that ends nothing, and what follows it would be passed over.
        while line < end - 2 {
            count += 1
            guard count <= limits.fields else { throw .headTooLarge }
            let fieldEnd = try lineEnd(from: line)
            try parseField(line, fieldEnd)
            line = fieldEnd + 2
        }

        // RFC 9112 §3.2: exactly one Host; HTTP/1.0 did not ask for it.
        guard hostCount == 1 || (hostCount == 0 && isVersion10) else { throw .badHost }
        let (path, query, authority) = try split(target, verb: verb)
        return RequestHead(
            verb: verb, methodName: methodName, target: target, path: path, query: query, authority: authority ?? host,
            fields: .init(firstField, line), end: end, framing: try framing(isVersion10: isVersion10),
            isVersion10: isVersion10, keepsAlive: !closes && (!isVersion10 || keepsAlive),
            expectsContinue: expectsContinue && !isVersion10, isContentCoded: isContentCoded)
    }

    // MARK: Request line

    private func parseRequestLine(
        _ lineEnd: Int
    ) throws(ParseError) -> (methodName: RequestHead.Slice, target: RequestHead.Slice, isVersion10: Bool) {
        guard let methodEnd = index(of: Self.blank, from: 0, to: lineEnd), methodEnd > 0, methodEnd <= 32,
            isToken(0, methodEnd)
        else { throw .badRequestLine }
        let targetStart = methodEnd + 1
        guard let targetEnd = index(of: Self.blank, from: targetStart, to: lineEnd), targetEnd > targetStart
        else { throw .badRequestLine }
        guard targetEnd - targetStart <= limits.target else { throw .targetTooLong }
        guard !hasControl(below: 0x21, targetStart, targetEnd) else { throw .badTarget }

        let version = targetEnd + 1
        guard lineEnd - version == 8, matches("HTTP/", at: version), isDigit(version + 5),
            base[version + 6] == UInt8(ascii: "."), isDigit(version + 7)
        else { throw .badRequestLine }
        guard base[version + 5] == UInt8(ascii: "1"), base[version + 7] <= UInt8(ascii: "1") else { throw .badVersion }
        return (.init(0, methodEnd), .init(targetStart, targetEnd), base[version + 7] == UInt8(ascii: "0"))
    }

    private func verb(_ name: RequestHead.Slice) -> RequestHead.Verb {
        switch name.end {
        case 3 where matches("GET", at: 0): .get
        case 3 where matches("PUT", at: 0): .put
        case 4 where matches("POST", at: 0): .post
        case 4 where matches("HEAD", at: 0): .head
        case 5 where matches("PATCH", at: 0): .patch
        case 5 where matches("TRACE", at: 0): .trace
        case 6 where matches("DELETE", at: 0): .delete
        case 7 where matches("OPTIONS", at: 0): .options
        case 7 where matches("CONNECT", at: 0): .connect
        default: .other
        }
    }

    /// The four forms of a target (RFC 9112 §3.2): a path; an absolute URL, as proxies are sent; `*` with OPTIONS; and
    /// a host and port with CONNECT, which nobody here serves.
    private func split(
        _ target: RequestHead.Slice, verb: RequestHead.Verb
    ) throws(ParseError) -> (path: RequestHead.Slice, query: RequestHead.Slice?, authority: RequestHead.Slice?) {
        guard verb != .connect else { throw .noTunnels }
        let (start, end) = (target.range.lowerBound, target.range.upperBound)
        if base[start] == UInt8(ascii: "*") {
            guard end - start == 1, verb == .options else { throw .badTarget }
            return (target, nil, nil)
        }
        // No fragment is sent (RFC 9112 §3.2): some would cut the path there, others not.
        guard index(of: UInt8(ascii: "#"), from: start, to: end) == nil else { throw .badTarget }
        var pathStart = start
        var authority: RequestHead.Slice?
        if base[start] != UInt8(ascii: "/") {
            let scheme =
                equals("http://", start, min(start + 7, end))
                ? 7 : equals("https://", start, min(start + 8, end)) ? 8 : 0
            guard scheme > 0 else { throw .badTarget }
            let hostStart = start + scheme
            pathStart = hostStart
            while pathStart < end, base[pathStart] != UInt8(ascii: "/"), base[pathStart] != UInt8(ascii: "?") {
                pathStart += 1
            }
            guard pathStart > hostStart, Authority.isValid(base, hostStart, pathStart) else { throw .badTarget }
            authority = .init(hostStart, pathStart)
        }
        guard let mark = index(of: UInt8(ascii: "?"), from: pathStart, to: end) else {
            return (.init(pathStart, end), nil, authority)
        }
        return (.init(pathStart, mark), .init(mark + 1, end), authority)
    }

    // MARK: Fields

    private mutating func parseField(_ start: Int, _ lineEnd: Int) throws(ParseError) {
        guard base[start] != Self.blank, base[start] != Self.tab else { throw .foldedField }
        // No blank may stand before the colon (RFC 9112 §5.1): it is no token character.
        var colon = start
        while FieldName.isTokenByte(base[colon]) { colon += 1 }
        guard colon > start, base[colon] == UInt8(ascii: ":") else { throw .badField }

        var valueStart = colon + 1
        var valueEnd = lineEnd
        guard !hasControl(below: 0x20, valueStart, valueEnd, mayTab: true) else { throw .badField }
        while valueStart < valueEnd, isBlank(valueStart) { valueStart += 1 }
        while valueEnd > valueStart, isBlank(valueEnd - 1) { valueEnd -= 1 }
        try take(name: (start, colon), value: (valueStart, valueEnd))
    }

    /// Keeps what decides how the message goes on.
    private mutating func take(name: (Int, Int), value: (Int, Int)) throws(ParseError) {
        switch name.1 - name.0 {
        case 4 where equals("host", name.0, name.1):
            hostCount += 1
            guard hostCount == 1, Authority.isValid(base, value.0, value.1) else { throw .badHost }
            host = .init(value.0, value.1)
        case 6 where equals("expect", name.0, name.1):
            guard equals("100-continue", value.0, value.1) else { throw .unknownExpectation }
            expectsContinue = true
        case 10 where equals("connection", name.0, name.1):
            readConnection(value.0, value.1)
        case 14 where equals("content-length", name.0, name.1):
            guard contentLength == nil else { throw .badContentLength }
            contentLength = try number(value.0, value.1)
        case 16 where equals("content-encoding", name.0, name.1):
            isContentCoded = isContentCoded || !equals("identity", value.0, value.1)
        case 17 where equals("transfer-encoding", name.0, name.1):
            guard !isChunked else { throw .ambiguousLength }
            guard equals("chunked", value.0, value.1) else { throw .unknownTransferCoding }
            isChunked = true
        default: break
        }
    }

    private mutating func readConnection(_ start: Int, _ end: Int) {
        var start = start
        while start < end {
            let comma = index(of: UInt8(ascii: ","), from: start, to: end) ?? end
            var optionEnd = comma
            while start < optionEnd, isBlank(start) { start += 1 }
            while optionEnd > start, isBlank(optionEnd - 1) { optionEnd -= 1 }
            if equals("close", start, optionEnd) { closes = true }
            if equals("keep-alive", start, optionEnd) { keepsAlive = true }
            start = comma + 1
        }
    }

    /// Digits and nothing else (RFC 9110 §8.6); a sign, a list or a blank within is refused.
    private func number(_ start: Int, _ end: Int) throws(ParseError) -> Int {
        guard start < end else { throw .badContentLength }
        for index in start..<end where !isDigit(index) { throw .badContentLength }
        var value = 0
        for index in start..<end {
            let (tens, isTooMuch) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = tens.addingReportingOverflow(Int(base[index] - UInt8(ascii: "0")))
            guard !isTooMuch, !overflows else { throw .bodyTooLarge }
            value = sum
        }
        return value
    }

    /// Two ways of telling the length are an attempt to make two readers disagree: never choose (RFC 9112 §6.1).
    private func framing(isVersion10: Bool) throws(ParseError) -> RequestHead.Framing {
        if isChunked {
            guard contentLength == nil, !isVersion10 else { throw .ambiguousLength }
            return .chunked
        }
        guard let contentLength, contentLength > 0 else { return .none }
        guard contentLength <= limits.body else { throw .bodyTooLarge }
        return .length(contentLength)
    }

    // MARK: Bytes

    private static var blank: UInt8 { 0x20 }
    private static var tab: UInt8 { 0x09 }

    private func isBlank(_ index: Int) -> Bool { base[index] == Self.blank || base[index] == Self.tab }

    private func isDigit(_ index: Int) -> Bool { base[index] &- UInt8(ascii: "0") < 10 }

    /// Whether any byte is a control character: below `lowest` or DEL, a tab apart if it may stand there.
    ///
    /// It looks at eight bytes at a time: `(x - n) & ~x` has the high bit of a byte set where the byte is below n, and
    /// nowhere when none is.
    private func hasControl(below lowest: UInt8, _ start: Int, _ end: Int, mayTab: Bool = false) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let lowests = ones &* UInt64(lowest)
        var index = start
        while index &+ 8 <= end {
            let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
            let deletes = word ^ (ones &* 0x7F)
            let found = ((word &- lowests) & ~word) | ((deletes &- ones) & ~deletes)
            if found & (ones &* 0x80) != 0, hasControlByte(below: lowest, index, index + 8, mayTab) { return true }
            index &+= 8
        }
        return hasControlByte(below: lowest, index, end, mayTab)
    }

    private func hasControlByte(below lowest: UInt8, _ start: Int, _ end: Int, _ mayTab: Bool) -> Bool {
        for index in start..<end {
            let byte = base[index]
            if byte == 0x7F || (byte < lowest && !(mayTab && byte == Self.tab)) { return true }
        }
        return false
    }

    private func isToken(_ start: Int, _ end: Int) -> Bool {
        for index in start..<end where !FieldName.isTokenByte(base[index]) { return false }
        return true
    }

    /// Where the line that begins at `start` has its CR. The caller has made sure that there is one.
    private func lineEnd(from start: Int) throws(ParseError) -> Int {
        guard let lineFeed = index(of: 0x0A, from: start, to: end) else { throw .badRequestLine }
        return lineFeed - 1
    }

    private func index(of byte: UInt8, from start: Int, to end: Int) -> Int? {
        guard start < end, let found = memchr(base + start, CInt(byte), end - start) else { return nil }
        return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
    }

    private func matches(_ text: StaticString, at start: Int) -> Bool {
        memcmp(base + start, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    /// Whether the bytes are `text`, which is in lower case, letter case apart.
    private func equals(_ text: StaticString, _ start: Int, _ end: Int) -> Bool {
        FieldName.isEqual(base + start, count: end - start, to: text)
    }
}
