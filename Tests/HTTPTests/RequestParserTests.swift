import HTTP
import TestSupport
import Testing

@Suite struct RequestParserTests {
    @Test func readsARequest() throws {
        let parsed = Parsed("GET /a%2Fb?to=1&x HTTP/1.1\r\nHost: h:80\r\nX-A:  b c\t\r\n\r\n")

        let request = try #require(parsed.messages.first)
        #expect(parsed.error == nil)
        #expect(parsed.messages.count == 1)
        #expect(request.method == "GET")
        #expect(request.path == "/a%2Fb")
        #expect(request.query == "to=1&x")
        #expect(request.authority == "h:80")
        #expect(request.fields == ["Host=h:80", "X-A=b c"])
        #expect(request.body.isEmpty)
        #expect(request.keepsAlive)
    }

    @Test func readsABodyOfTheToldLength() {
        let parsed = Parsed("POST /e HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}")

        #expect(parsed.messages.map(\.body) == [Array("{}".utf8)])
    }

    @Test func readsAChunkedBodyWithExtensionsAndTrailers() {
        let parsed = Parsed(
            "POST /e HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\n\r\n"
                + "A;x=1\r\n0123456789\r\n1 ;y=\"z\"\r\na\r\n0b\r\nhello world\r\n0\r\nX-T: ignored\r\n\r\n")

        #expect(parsed.error == nil)
        #expect(parsed.messages.map(\.body) == [Array("0123456789ahello world".utf8)])
    }

    @Test func readsPipelinedRequestsInOrder() {
        let one = "POST /1 HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
        let two = "POST /2 HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nX"
        let three = "GET /3 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"

        let parsed = Parsed(one + two + three)

        #expect(parsed.error == nil)
        #expect(parsed.messages.map(\.target) == ["/1", "/2", "/3"])
        #expect(parsed.messages.map(\.body) == [Array("abc".utf8), Array("X".utf8), []])
        #expect(parsed.messages.map(\.keepsAlive) == [true, true, false])
    }

    @Test func skipsEmptyLinesBeforeARequest() {
        let parsed = Parsed("\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n\r\nGET /2 HTTP/1.1\r\nHost: h\r\n\r\n")

        #expect(parsed.messages.map(\.target) == ["/", "/2"])
    }

    @Test(
        arguments: [
            ("GET http://h.example:81/a?b HTTP/1.1", "/a", "b", "h.example:81"),
            ("GET HTTPS://h.example HTTP/1.1", "/", nil, "h.example"),
            ("GET http://h.example?b HTTP/1.1", "/", "b", "h.example"),
            ("OPTIONS * HTTP/1.1", "*", nil, "other"),
            ("GET /?? HTTP/1.1", "/", "?", "other"),
            ("GET /a/../b HTTP/1.1", "/a/../b", nil, "other"),
        ] as [(String, String, String?, String)])
    func readsEveryFormOfTarget(line: String, path: String, query: String?, authority: String) throws {
        let parsed = Parsed("\(line)\r\nHost: other\r\n\r\n")

        let request = try #require(parsed.messages.first)
        #expect(request.path == path)
        #expect(request.query == query)
        #expect(request.authority == authority)
    }

    @Test(arguments: [
        ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: close\r\n", false),
        ("HTTP/1.1", "Connection: x , CLOSE\r\n", false), ("HTTP/1.1", "Connection: closed\r\n", true),
        ("HTTP/1.0", "", false), ("HTTP/1.0", "Connection: Keep-Alive\r\n", true),
        ("HTTP/1.0", "Connection: keep-alive\r\nConnection: close\r\n", false),
    ])
    func knowsWhetherTheConnectionStays(version: String, fields: String, keepsAlive: Bool) {
        let parsed = Parsed("GET / \(version)\r\nHost: h\r\n\(fields)\r\n")

        #expect(parsed.messages.map(\.keepsAlive) == [keepsAlive])
    }

    @Test func anOldClientNeedsNoHost() {
        #expect(Parsed("GET / HTTP/1.0\r\n\r\n").messages.map(\.authority) == [""])
    }

    @Test func bytesThatAreNotUTF8AreKept() throws {
        var bytes = Array("GET /?n=%FF HTTP/1.1\r\nHost: h\r\nX-Bin: ".utf8)
        bytes += [0xFF, 0xFE] + Array("\r\n\r\n".utf8)

        let request = try #require(Parsed([bytes]).messages.first)

        #expect(request.fields.last == "X-Bin=\u{FFFD}\u{FFFD}")
    }

    /// A request line or field that two readers could understand in two ways.
    @Test(
        arguments: [
            ("GET / HTTP/1.1\nHost: h\r\n\r\n", .bareLineFeed),
            ("\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", .bareLineFeed),
            ("GET / HTTP/1.1\r\nHost: h\n\r\n", .bareLineFeed),
            ("GET  / HTTP/1.1\r\nHost: h\r\n\r\n", .badRequestLine),
            (" GET / HTTP/1.1\r\nHost: h\r\n\r\n", .badRequestLine),
            ("GET / HTTP/1.1 \r\nHost: h\r\n\r\n", .badRequestLine),
            ("GET /\r\nHost: h\r\n\r\n", .badRequestLine),
            ("GET / \r\nHost: h\r\n\r\n", .badRequestLine),
            ("G(T / HTTP/1.1\r\nHost: h\r\n\r\n", .badRequestLine),
            ("GET /a\tb HTTP/1.1\r\nHost: h\r\n\r\n", .badTarget),
            ("GET /a\u{0}b HTTP/1.1\r\nHost: h\r\n\r\n", .badTarget),
            ("GET a HTTP/1.1\r\nHost: h\r\n\r\n", .badTarget),
            ("GET * HTTP/1.1\r\nHost: h\r\n\r\n", .badTarget),
            ("GET ftp://h/ HTTP/1.1\r\nHost: h\r\n\r\n", .badTarget),
            ("GET http:///a HTTP/1.1\r\nHost: h\r\n\r\n", .badTarget),
            ("GET http://u@h/a HTTP/1.1\r\nHost: h\r\n\r\n", .badTarget),
            ("CONNECT h:443 HTTP/1.1\r\nHost: h\r\n\r\n", .noTunnels),
            ("GET / http/1.1\r\nHost: h\r\n\r\n", .badRequestLine),
            ("GET / HTTP/2.0\r\nHost: h\r\n\r\n", .badVersion),
            ("GET / HTTP/1.2\r\nHost: h\r\n\r\n", .badVersion),
            ("GET / HTTP/11.1\r\nHost: h\r\n\r\n", .badRequestLine),
            ("GET / HTTP/1.1\r\nHost: h\r\nX : 1\r\n\r\n", .badField),
            ("GET / HTTP/1.1\r\nHost: h\r\nX\r\n\r\n", .badField),
            ("GET / HTTP/1.1\r\nHost: h\r\n: 1\r\n\r\n", .badField),
            ("GET / HTTP/1.1\r\nHost: h\r\nX: a\rb\r\n\r\n", .badField),
            ("GET / HTTP/1.1\r\nHost: h\r\nX: a\u{0}b\r\n\r\n", .badField),
            ("GET / HTTP/1.1\r\nHost: h\r\nX: a\r\n b\r\n\r\n", .foldedField),
            ("GET / HTTP/1.1\r\n Host: h\r\n\r\n", .foldedField),
            ("GET / HTTP/1.1\r\n\r\n", .badHost),
            ("GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n", .badHost),
            ("GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", .badHost),
            ("GET / HTTP/1.1\r\nHost: h/x\r\n\r\n", .badHost),
            ("GET / HTTP/1.1\r\nHost: h\r\nExpect: pizza\r\n\r\n", .unknownExpectation),
        ] as [(String, ParseError)])
    func refusesAHeadThatIsNotStrict(text: String, error: ParseError) {
        let parsed = Parsed(text)

        #expect(parsed.error == error)
        #expect(parsed.messages.isEmpty)
    }

    @Test(
        arguments: [
            ("Content-Length: +2", .badContentLength), ("Content-Length: -1", .badContentLength),
            ("Content-Length: 2 2", .badContentLength), ("Content-Length: 2, 2", .badContentLength),
            ("Content-Length: 0x2", .badContentLength), ("Content-Length:", .badContentLength),
            ("Content-Length: 2\r\nContent-Length: 60", .badContentLength),
            ("Content-Length: 2\r\nContent-Length: 2", .badContentLength),
            ("Content-Length: 99999999999999999999999", .bodyTooLarge),
            ("Content-Length: 18446744073709551617", .bodyTooLarge),
            ("Content-Length: 1048577", .bodyTooLarge),
            ("Content-Length: 4\r\nTransfer-Encoding: chunked", .ambiguousLength),
            ("Transfer-Encoding: chunked\r\nContent-Length: 0", .ambiguousLength),
            ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", .ambiguousLength),
            ("Transfer-Encoding: identity\r\nTransfer-Encoding: chunked", .unknownTransferCoding),
            ("Transfer-Encoding: xchunked", .unknownTransferCoding),
            ("Transfer-Encoding: gzip, chunked", .unknownTransferCoding),
            ("Transfer-Encoding: chunked, chunked", .unknownTransferCoding),
            ("Transfer-Encoding:", .unknownTransferCoding),
            ("Transfer-Encoding : chunked", .badField),
        ] as [(String, ParseError)])
    func refusesALengthThatIsNotPlain(fields: String, error: ParseError) {
        let hidden = "{}GET /hidden HTTP/1.1\r\nHost: h\r\n\r\n"

        let parsed = Parsed("POST /e HTTP/1.1\r\nHost: h\r\n\(fields)\r\n\r\n\(hidden)")

        #expect(parsed.error == error)
        #expect(parsed.messages.isEmpty)
    }

    @Test func refusesChunkedInVersion10() {
        let parsed = Parsed("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")

        #expect(parsed.error == .ambiguousLength)
    }

    @Test(
        arguments: [
            ("+2\r\n{}\r\n0\r\n\r\n", .badChunk), ("-2\r\n{}\r\n0\r\n\r\n", .badChunk),
            ("0x2\r\n{}\r\n0\r\n\r\n", .badChunk), (" 2\r\n{}\r\n0\r\n\r\n", .badChunk),
            ("2 \r\n{}\r\n0\r\n\r\n", .badChunk), ("\r\n{}\r\n0\r\n\r\n", .badChunk),
            ("2\r\n{}0\r\n\r\n", .badChunk), ("2\r\n{}\n0\r\n\r\n", .badChunk),
            ("2\n{}\r\n0\r\n\r\n", .bareLineFeed), ("2;a\rb\r\n{}\r\n0\r\n\r\n", .badChunk),
            ("2;a\u{0}b\r\n{}\r\n0\r\n\r\n", .badChunk),
            ("FFFFFFFFFFFFFFFFF\r\n{}", .bodyTooLarge), ("8000000000000000\r\n{}", .bodyTooLarge),
            ("00000000000000002\r\n{}\r\n0\r\n\r\n", .bodyTooLarge), ("100001\r\n", .bodyTooLarge),
            ("2\r\n{}\r\n0\r\nbad trailer\r\n\r\n", .badField), ("0\r\nX: 1\n\r\n", .bareLineFeed),
            ("0\r\n X: 1\r\n\r\n", .badField),
        ] as [(String, ParseError)])
    func refusesChunksThatAreNotStrict(body: String, error: ParseError) {
        let parsed = Parsed("POST /e HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n\(body)")

        #expect(parsed.error == error)
        #expect(parsed.messages.isEmpty)
    }

    @Test func theSumOfChunksIsLimited() {
        let limits = ParserLimits(body: 10)
        let head = "POST /e HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"

        #expect(Parsed(head + "5\r\n12345\r\n5\r\n12345\r\n0\r\n\r\n", limits: limits).messages.count == 1)
        #expect(Parsed(head + "5\r\n12345\r\n6\r\n", limits: limits).error == .bodyTooLarge)
    }

    @Test func endlessChunkExtensionsAreRefused() {
        let chunk = "1;" + String(repeating: "x", count: 200) + "\r\na\r\n"
        let head = "POST /e HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"

        #expect(Parsed(head + String(repeating: chunk, count: 10) + "0\r\n\r\n").error == nil)
        #expect(Parsed(head + String(repeating: chunk, count: 100)).error == .badChunk)
        #expect(Parsed(head + "1;" + String(repeating: "x", count: 300)).error == .badChunk)
    }

    @Test func whatIsTooLargeIsRefusedFromTheHead() {
        let limits = ParserLimits(head: 200, target: 50, fields: 3, body: 10)
        func head(_ fields: String, target: String = "/") -> String {
            "POST \(target) HTTP/1.1\r\nHost: h\r\n\(fields)"
        }
        let long = String(repeating: "x", count: 200)

        #expect(Parsed(head("Content-Length: 10\r\n\r\n"), limits: limits).error == nil)
        #expect(Parsed(head("Content-Length: 11\r\n\r\n"), limits: limits).error == .bodyTooLarge)
        #expect(Parsed(head("X: \(long)"), limits: limits).error == .headTooLarge)
        #expect(Parsed(head("X: \(long)\r\n\r\n"), limits: limits).error == .headTooLarge)
        #expect(Parsed(head("A:1\r\nB:2\r\n\r\n"), limits: limits).error == nil)
        #expect(Parsed(head("A:1\r\nB:2\r\nC:3\r\n\r\n"), limits: limits).error == .headTooLarge)
        #expect(Parsed(head("\r\n", target: "/" + long.prefix(60)), limits: limits).error == .targetTooLong)
    }

    @Test func anErrorStays() {
        var parser = RequestParser()
        parser.append(Array("nonsense\r\n\r\n".utf8))
        #expect(throws: ParseError.badRequestLine) { try parser.next() }

        parser.append(Array("GET / HTTP/1.1\r\nHost: h\r\n\r\n".utf8))

        #expect(throws: ParseError.badRequestLine) { try parser.next() }
    }

    @Test func tellsOnceThatTheClientWaitsForAnInterimAnswer() throws {
        var parser = RequestParser()
        parser.append(
            Array("POST /e?q HTTP/1.1\r\nHost: h\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n".utf8))

        let early = try parser.next()
        let progress = parser.progress
        let waits = parser.awaitsContinue
        let waiting = parser.takeExpectation()
        let again = parser.takeExpectation()
        let stillWaits = parser.awaitsContinue
        parser.append(Array("{}".utf8))
        let request = try parser.next()

        #expect(early?.target == nil)
        #expect(progress == .body(received: 0))
        #expect(waits)
        #expect(waiting?.target == "/e?q")
        #expect(waiting?.body == [])
        #expect(again?.target == nil)
        #expect(!stillWaits)
        #expect(request?.body == Array("{}".utf8))
        #expect(parser.progress == .nothing)
    }

    @Test func aKeptRequestSurvivesTheBuffersNextUse() throws {
        var parser = RequestParser()
        parser.append(Array("GET /kept HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
        let first = try parser.next()
        var request = try #require(first)
        let kept = request

        parser.reclaim(&request)
        parser.append(Array("GET /other HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        let second = try parser.next()
        let next = try #require(second)

        #expect(kept.target == "/kept")
        #expect(kept.authority == "h")
        #expect(next.target == "/other")
    }

    /// Where the network cuts the bytes must not matter.
    @Test(arguments: 0..<200)
    func anySplitGivesTheSame(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let bytes = Self.stream(using: &random)
        let limits = ParserLimits(head: 120, target: 40, fields: 4, body: 40)
        let whole = Parsed([bytes], limits: limits)
        var pieces: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let most = seed % 4 == 0 ? 1 : min(rest.count, 1 << Int.random(in: 0...6, using: &random))
            pieces.append(rest.prefix(Int.random(in: 1...max(1, most), using: &random)))
            rest = rest.dropFirst(pieces[pieces.count - 1].count)
        }

        let cut = Parsed(pieces, limits: limits)

        #expect(cut == whole, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }

    /// A few requests in a row, of which any may be spoilt by a byte.
    private static func stream(using random: inout SplitMix64) -> [UInt8] {
        let messages = [
            "GET /a?b=c HTTP/1.1\r\nHost: h\r\n\r\n",
            "\r\nPOST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello",
            "POST /c HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1;x=y\r\nd\r\n0\r\nT: 1\r\n\r\n",
            "POST /d HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n20\r\n\(String(repeating: "z", count: 32))\r\n0\r\n\r\n",
            "GET /long HTTP/1.1\r\nHost: h\r\nX: \(String(repeating: "y", count: 60))\r\n\r\n",
            "POST /e HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n",
        ]
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            bytes += Array(messages.randomElement(using: &random)!.utf8)
        }
        if Bool.random(using: &random) {
            let spoilt: [UInt8] = [0, 9, 10, 13, 32, 43, 48, 58, 59, 255]
            bytes[bytes.indices.randomElement(using: &random)!] = spoilt.randomElement(using: &random)!
        }
        return bytes
    }
}
