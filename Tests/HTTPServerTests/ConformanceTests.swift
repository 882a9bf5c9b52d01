import HTTP
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

/// The table of `Conformance` over sockets, and the rules that only a whole server can keep.
@Suite(.ownThread, .bounded) struct ConformanceTests {
    private let handled = Counter()
    private let promises = Promises()

    private func server(_ limits: Limits = Limits()) throws -> TestServer {
        let (handled, promises) = (handled, promises)
        let echo = Handler.sync { request, _ in
            handled.add()
            let query = request.rawQuery.map { "?" + $0 } ?? ""
            let body = String(decoding: request.body, as: UTF8.self)
            return .reply(.text("\(request.method) \(request.path)\(query) \(request.authority) \(body)"))
        }
        return try TestServer(limits: limits) { router in
            for method in [Method.get, .post, .delete] {
                for pattern in ["/", "/{a}", "/{a}/{b}"] { router.on(method, pattern, echo) }
            }
            router.on(.get, "/later/now/please", promises.handler)
        }
    }

    // MARK: The table

    /// Clients that send no more once their requests are out get all their answers.
    @Test func answersWhatIsRight() async throws {
        let test = try server()
        for row in Conformance.accepted {
            let client = try test.client()

            try client.send(row.bytes)
            client.finish()
            let answers = try client.answers()

            #expect(answers.map(\.status) == row.requests.map { _ in 200 }, "\(row)")
            #expect(answers.map(\.body) == row.requests, "\(row)")
        }
        await test.stop()
    }

    /// One answer, which says that it is the last, and nothing behind it is looked at.
    @Test func refusesWhatIsNot() async throws {
        let test = try server()
        for row in Conformance.refused {
            let client = try test.client()

            try client.send(row.bytes)
            let answers = try client.answers()

            #expect(answers.map(\.status) == [row.status], "\(row)")
            #expect(answers.first?.fields["Connection"] == "close", "\(row)")
            #expect(answers.first?.fields["Content-Type"] == "application/problem+json", "\(row)")
        }
        #expect(handled.value == 0)
        await test.stop()
    }

    /// What was right before is answered first.
    @Test func refusesInItsTurn() async throws {
        let test = try server()
        for row in Conformance.refused where row.bytes.count < 400 {
            let client = try test.client()

            try client.send(Conformance.bytes("GET /a HTTP/1.1\r\nHost: h\r\n\r\n") + row.bytes)

            #expect(try client.answers().map(\.status) == [200, row.status], "\(row)")
        }
        await test.stop()
    }

    // MARK: Methods

    @Test(
        arguments: [
            ("OPTIONS * HTTP/1.1", 204, "Allow", Router.allMethods),
            ("OPTIONS /hello HTTP/1.1", 204, "Allow", "GET, HEAD, OPTIONS"),
            ("PUT /hello HTTP/1.1", 405, "Allow", "GET, HEAD, OPTIONS"),
            ("get /hello HTTP/1.1", 405, "Allow", "GET, HEAD, OPTIONS"),
            ("BREW /hello HTTP/1.1", 405, "Allow", "GET, HEAD, OPTIONS"),
            ("TRACE /hello HTTP/1.1", 405, "Allow", "GET, HEAD, OPTIONS"),
            ("GET /a/b/c/d HTTP/1.1", 404, "Content-Type", "application/problem+json"),
            ("GET /hello/ HTTP/1.1", 404, "Content-Type", "application/problem+json"),
        ])
    func namesTheMethodsThereAre(line: String, status: Int, field: String, value: String) async throws {
        let test = try TestServer()
        let client = try test.client()

        try client.send("\(line)\r\nHost: h\r\n\r\n")
        let answer = try client.answer()

        #expect(answer.status == status)
        #expect(answer.fields[field] == value)
        #expect(answer.fields["Content-Length"] == (status == 204 ? nil : "\(answer.body.utf8.count)"))
        // It is an answer like any other: the connection stays.
        #expect(try client.get("/hello").status == 200)
        await test.stop()
    }

    @Test func traceEchoesNothing() async throws {
        let test = try TestServer()
        let client = try test.client()

        try client.send("TRACE /hello HTTP/1.1\r\nHost: h\r\nAuthorization: Basic c2VjcmV0\r\n\r\n")

        #expect(try !client.answer().body.contains("c2VjcmV0"))
        await test.stop()
    }

    // MARK: Expectations

    @Test(arguments: [
        ("POST /a/b/c/d", "", 404), ("PUT /echo", "", 405), ("POST /echo", "Content-Encoding: gzip\r\n", 415),
        ("POST /echo", "Content-Encoding: identity, br\r\n", 415), ("OPTIONS /echo", "", 204),
    ])
    func asksForNoBodyThatWouldChangeNothing(request: String, fields: String, status: Int) async throws {
        let test = try TestServer()
        let client = try test.client()

        try client.send("\(request) HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n\(fields)Content-Length: 2\r\n\r\n")
        let answers = try client.answers()

        #expect(answers.map(\.status) == [status])
        #expect(answers.first?.fields["Connection"] == "close")
        await test.stop()
    }

    @Test(arguments: [("Content-Length: 1048577", 413), ("Transfer-Encoding: xchunked", 501)])
    func asksForNoBodyThatItRefuses(field: String, status: Int) async throws {
        let test = try TestServer()
        let client = try test.client()

        try client.send("POST /echo HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n\(field)\r\n\r\n")

        #expect(try client.answers().map(\.status) == [status])
        await test.stop()
    }

    @Test func asksOldClientsForNothing() async throws {
        let test = try TestServer()
        let client = try test.client()

        try client.send("POST /echo HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        try client.send("{}")

        #expect(try client.answers().map(\.status) == [200])
        await test.stop()
    }

    @Test func asksInItsTurn() async throws {
        let test = try server()
        let client = try test.client()

        try client.send(
            "GET /later/now/please HTTP/1.1\r\nHost: h\r\n\r\n"
                + "POST /echo HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n")
        try await promises.next().reply.send(.text("late"))
        let first = [try client.answer(), try client.answer()]
        try client.send("1\r\nx\r\n0\r\n\r\n")

        #expect(first.map(\.status) == [200, 100])
        #expect(try client.answer().body == "x")
        await test.stop()
    }

    // MARK: Peers that stop sending

    @Test func aHalfClosedPeerGetsPromisedAnswersInOrder() async throws {
        let test = try server()
        let client = try test.client()
        let later = "GET /later/now/please HTTP/1.1\r\nHost: h\r\n\r\n"

        try client.send(later + "GET /a HTTP/1.1\r\nHost: h\r\n\r\n" + later)
        client.finish()
        try await promises.next().reply.send(.text("1"))
        try await promises.next().reply.send(.text("3"))

        #expect(try client.answers().map(\.body) == ["1", "GET /a h ", "3"])
        await test.stop()
    }

    @Test func aHalfClosedPeerThatReadsSlowlyGetsAllOfALargeAnswer() async throws {
        let large = String(repeating: "x", count: 4 << 20)
        let test = try TestServer { $0.on(.get, "/large", .sync { _, _ in .reply(.text(large)) }) }
        let client = try test.client()
        client.receiveBuffer(32 << 10)

        try client.send("GET /large HTTP/1.1\r\nHost: h\r\n\r\nGET /hello HTTP/1.1\r\nHost: h\r\n\r\n")
        client.finish()

        #expect(try client.answers().map(\.body.utf8.count) == [large.utf8.count, 5])
        await test.stop()
    }

    @Test func aRequestThatEndsTooEarlyIsNotHandled() async throws {
        let test = try server()
        for rest in ["Content-Length: 3\r\n\r\n{}", "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n", "X: 1\r\n"] {
            let client = try test.client()

            try client.send("POST / HTTP/1.1\r\nHost: h\r\n\(rest)")
            client.finish()

            #expect(try client.answers().isEmpty)
        }
        #expect(handled.value == 0)
        await test.stop()
    }

    /// What comes behind the last request of a connection is nobody's (RFC 9112 §9.6).
    @Test(arguments: ["HTTP/1.1\r\nHost: h\r\nConnection: close", "HTTP/1.0\r\nHost: h"])
    func nothingBehindTheLastRequestIsAnswered(version: String) async throws {
        let test = try server()
        let client = try test.client()

        try client.send("GET /a \(version)\r\n\r\nGET /b HTTP/1.1\r\nHost: h\r\n\r\n")

        #expect(try client.answers().map(\.body) == ["GET /a h "])
        #expect(handled.value == 1)
        await test.stop()
    }

    // MARK: Bodies

    @Test func aLargeBodyComesWhole() async throws {
        let test = try TestServer()
        let client = try test.client()
        let body = (0..<1 << 20).map { UInt8(ascii: "a") + UInt8($0 % 23) }

        try client.send(Array("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body)
        let told = try client.answer().body
        let chunks = stride(from: 0, to: body.count, by: 10_000).flatMap { start in
            let chunk = body[start..<min(start + 10_000, body.count)]
            return Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
        }
        try client.send(
            Array("POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n".utf8) + chunks
                + Array("0\r\n\r\n".utf8))
        let chunked = try client.answer().body

        #expect(Array(told.utf8) == body)
        #expect(Array(chunked.utf8) == body)
        await test.stop()
    }

    /// Pipelined requests whose answers nobody takes are left in the socket: memory does not grow with them.
    @Test func readsNoMoreThanItCanAnswer() async throws {
        let large = String(repeating: "x", count: 64 << 10)
        let handled = handled
        var limits = Limits.patient
        limits.gathered = 64 << 10
        let test = try TestServer(limits: limits) { router in
            router.on(
                .get, "/large",
                .sync { _, _ in
                    handled.add()
                    return .reply(.text(large))
                })
        }
        let client = try test.client()
        client.receiveBuffer(32 << 10)
        let count = 1000

        try client.send(String(repeating: "GET /large HTTP/1.1\r\nHost: h\r\n\r\n", count: count))
        client.finish()
        // The loop has had many turns when these are answered.
        let other = try test.client()
        for _ in 0..<50 { _ = try other.get("/hello") }
        let before = handled.value
        let answers = try client.answers()

        // The kernel's own buffers take some megabytes of the 64.
        #expect(before > 0)
        #expect(before < count / 2)
        #expect(answers.count == count)
        await test.stop()
    }
}
