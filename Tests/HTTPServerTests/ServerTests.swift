import EventLoop
import Glibc
import HTTP
import Logging
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

@Suite(.ownThread, .bounded) struct ServerTests {
    @Test func answersOneRequestAfterTheOther() async throws {
        let test = try TestServer()
        let client = try test.client()

        let first = try client.get("/hello")
        let second = try client.get("/users/Alice%20B")

        #expect(first.status == 200)
        #expect(first.body == "hello")
        #expect(first.fields["Content-Type"] == "text/plain; charset=utf-8")
        #expect(first.fields["Date"]?.hasSuffix(" GMT") == true)
        #expect(first.fields["Connection"] == nil)
        #expect(second.body == "Alice B")
        #expect(test.server.counters.answers[2] == 2)
        #expect(test.server.counters.connectionsOpen == 1)
        await test.stop()
    }

    @Test func answersPipelinedRequestsInOrder() async throws {
        let test = try TestServer()
        let client = try test.client()

        try client.send(
            "GET /users/1 HTTP/1.1\r\nHost: h\r\n\r\nPOST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}"
                + "GET /users/3 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")

        #expect(try (0..<3).map { _ in try client.answer().body } == ["1", "{}", "3"])
        #expect(client.isClosed())
        await test.stop()
    }

    @Test func headHasTheLengthWithoutTheBody() async throws {
        let test = try TestServer()
        let client = try test.client()

        try client.send("HEAD /hello HTTP/1.1\r\nHost: h\r\n\r\nHEAD /no HTTP/1.1\r\nHost: h\r\n\r\n")
        let hello = try client.answer(forHead: true)
        let missing = try client.answer(forHead: true)
        let after = try client.get("/hello")

        #expect(hello.status == 200)
        #expect(hello.fields["Content-Length"] == "5")
        #expect(missing.status == 404)
        #expect(after.body == "hello")
        await test.stop()
    }

    @Test func namesWhatIsWrong() async throws {
        let test = try TestServer()
        let client = try test.client()

        let missing = try client.get("/no")
        try client.send("DELETE /hello HTTP/1.1\r\nHost: h\r\n\r\n")
        let wrong = try client.answer()
        try client.send("OPTIONS /hello HTTP/1.1\r\nHost: h\r\n\r\n")
        let options = try client.answer()

        #expect(missing.status == 404)
        #expect(missing.fields["Content-Type"] == "application/problem+json")
        #expect(missing.body.contains(#""title":"Not Found""#))
        #expect(wrong.status == 405)
        #expect(wrong.fields["Allow"] == "GET, HEAD, OPTIONS")
        #expect(options.status == 204)
        #expect(options.fields["Allow"] == "GET, HEAD, OPTIONS")
        #expect(test.server.counters.answers[4] == 2)
        await test.stop()
    }

    /// After each of these the next message cannot be found: one answer, then the end.
    @Test(arguments: [
        ("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /hello HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("Content-Length: 2\r\nContent-Length: 60\r\n\r\n{}GET /hello HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("Content-Length: +2\r\n\r\n{}", 400), ("Transfer-Encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 501),
        ("Transfer-Encoding : chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 400),
        ("Transfer-Encoding: chunked\r\n\r\n+2\r\n{}\r\n0\r\n\r\n", 400),
        ("Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n{}", 413),
        ("Content-Length: 104857600\r\n\r\n", 413), ("Content-Length: 99999999999999999999999\r\n\r\n{}", 413),
        ("X: a\r\n b\r\n\r\n", 400), ("Host: other\r\n\r\n", 400), ("Expect: cake\r\n\r\n", 417),
    ])
    func refusesAndCloses(rest: String, status: Int) async throws {
        let test = try TestServer()
        let client = try test.client()

        try client.send("POST /echo HTTP/1.1\r\nHost: h\r\n\(rest)")
        let answer = try client.answer()

        #expect(answer.status == status)
        #expect(answer.fields["Connection"] == "close")
        #expect(client.isClosed())
        #expect(test.server.counters.requests == 1)
        await test.stop()
    }

    @Test func theAnswerToARefusedUploadArrives() async throws {
        let test = try TestServer()
        let client = try test.client()
        try client.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 3000000\r\n\r\n")

        // More than the socket's buffers take unread: closing at once would reset the answer away.
        try client.send([UInt8](repeating: 65, count: 3_000_000))

        #expect(try client.answer().status == 413)
        #expect(client.isClosed())
        await test.stop()
    }

    @Test func tellsAWaitingClientToGoOn() async throws {
        let test = try TestServer()
        let client = try test.client()

        try client.send("POST /echo HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        let interim = try client.answer()
        try client.send("{}")
        let answer = try client.answer()
        try client.send("POST /echo HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nab")
        let other = try client.answer()

        #expect(interim.status == 100)
        #expect(answer.body == "{}")
        // The body was there already: nobody waits.
        #expect(other.status == 200)
        await test.stop()
    }

    @Test func aCodedBodyIsPlainlyRefused() async throws {
        let test = try TestServer()
        let client = try test.client()

        try client.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nxx")
        let answer = try client.answer()

        #expect(answer.status == 415)
        #expect(answer.fields["Accept-Encoding"] == "identity")
        #expect(try client.get("/hello").status == 200)
        await test.stop()
    }

    @Test func speaksToOldClients() async throws {
        let test = try TestServer()
        let staying = try test.client()
        let leaving = try test.client()

        try staying.send("GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        try leaving.send("GET /hello HTTP/1.0\r\n\r\n")

        #expect(try staying.answer().fields["Connection"] == "keep-alive")
        #expect(try staying.get("/hello").body == "hello")
        #expect(try leaving.answer().fields["Connection"] == "close")
        #expect(leaving.isClosed())
        await test.stop()
    }

    @Test func aClientThatStopsSendingStillGetsItsAnswer() async throws {
        let promises = Promises()
        let test = try TestServer { $0.on(.get, "/later", promises.handler) }
        let client = try test.client()

        try client.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n")
        client.finish()
        try await promises.next().reply.send(.text("late"))

        #expect(try client.answer().body == "late")
        #expect(client.isClosed())
        await test.stop()
    }

    // MARK: Answers that come later

    @Test func aPromisedAnswerKeepsPipelinedOnesInOrder() async throws {
        let promises = Promises()
        let test = try TestServer { $0.on(.get, "/later", promises.handler) }
        let client = try test.client()
        let later = "GET /later HTTP/1.1\r\nHost: h\r\n\r\n"

        try client.send(
            later + "GET /users/2 HTTP/1.1\r\nHost: h\r\n\r\n" + later + "GET /users/4 HTTP/1.1\r\nHost: h\r\n\r\n")
        let first = try await promises.next().reply
        #expect(first.send(.text("1")))
        #expect(!first.send(.text("again")))
        try await promises.next().reply.send(.text("3"))

        #expect(try (0..<4).map { _ in try client.answer().body } == ["1", "2", "3", "4"])
        await test.stop()
    }

    @Test func aPromiseThatIsNotKeptIsAnsweredInTime() async throws {
        let promises = Promises()
        let test = try TestServer {
            $0.on(
                .get, "/later",
                .sync { _, exchange in
                    promises.keep(exchange.deferReply(within: .milliseconds(20)) { .text("otherwise") }, exchange)
                    return .later
                })
        }
        let client = try test.client()
        let begin = ContinuousClock.now

        let answer = try client.get("/later")
        let reply = try await promises.next().reply

        #expect(answer.body == "otherwise")
        #expect(ContinuousClock.now - begin >= .milliseconds(20))
        #expect(!reply.send(.text("too late")))
        #expect(test.server.counters.deferredTimeouts == 1)
        #expect(try client.get("/hello").body == "hello")
        await test.stop()
    }

    @Test func aPromiseToAClientThatHasGoneIsNotKept() async throws {
        let promises = Promises()
        let test = try TestServer { $0.on(.get, "/later", promises.handler) }
        let client = try test.client()

        try client.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n")
        let reply = try await promises.next().reply
        client.reset()

        #expect(await eventually { test.server.counters.connectionsOpen == 0 })
        #expect(!reply.send(.text("late")))
        await test.stop()
    }

    @Test func anAnswerForAnOldRequestDoesNotReachTheNext() async throws {
        let promises = Promises()
        let test = try TestServer { $0.on(.get, "/later", promises.handler) }
        for _ in 0..<20 {
            let client = try test.client()
            try client.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n")
            let reply = try await promises.next().reply
            client.reset()
            // Races with the end of the connection, whose slot the next one takes.
            reply.send(.text("stale"))
            #expect(try test.client().get("/hello").body == "hello")
        }
        await test.stop()
    }

    @Test func answersOfManyThreadsReachTheirConnections() async throws {
        let promises = Promises()
        let test = try TestServer(loops: 2) { $0.on(.get, "/later/{n}", promises.handler) }
        let clients = try (0..<50).map { _ in try test.client() }
        for (number, client) in clients.enumerated() {
            try client.send("GET /later/\(number) HTTP/1.1\r\nHost: h\r\n\r\n")
        }
        var sends: [@Sendable () -> Void] = []
        for _ in clients {
            let (reply, exchange) = try await promises.next()
            sends.append { reply.send(.text(exchange.parameters["n"])) }
        }

        let halves = [Array(sends[..<25]), Array(sends[25...])]
        let threads = try halves.map { half in try Thread(name: "sender") { for send in half { send() } } }
        for thread in threads { thread.join() }

        for (number, client) in clients.enumerated() { #expect(try client.answer().body == "\(number)") }
        await test.stop()
    }

    @Test func aHandlerThatForgetsItsPromiseIsAnError() async throws {
        let test = try TestServer { $0.on(.get, "/forget", .sync { _, _ in .later }) }

        let answer = try test.client().get("/forget")

        #expect(answer.status == 500)
        await test.stop()
    }

    @Test func asyncHandlersRunOnTheLoopAndMayWait() async throws {
        let test = try TestServer {
            $0.on(
                .post, "/async",
                .async { request, exchange in
                    let before = exchange.loop.isCurrent
                    await Task.detached {}.value
                    return .text("\(before) \(exchange.loop.isCurrent) \(request.body.count)")
                })
        }
        let client = try test.client()

        try client.send(
            "POST /async HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabcGET /hello HTTP/1.1\r\nHost: h\r\n\r\n")

        #expect(try client.answer().body == "true true 3")
        #expect(try client.answer().body == "hello")
        await test.stop()
    }

    @Test func anAsyncHandlerThatTakesTooLongIsAnsweredFor() async throws {
        var limits = Limits.patient
        limits.handler = .milliseconds(20)
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let test = try TestServer(limits: limits) {
            $0.on(
                .get, "/slow",
                .async { _, _ in
                    for await _ in gate {}
                    return .text("slow")
                })
        }

        let answer = try test.client().get("/slow")
        opener.finish()

        #expect(answer.status == 503)
        await test.stop()
    }

    // MARK: Hard clients

    @Test func largeAnswersReachASlowReaderInOrder() async throws {
        let large = String(repeating: "x", count: 512 << 10)
        let test = try TestServer { $0.on(.get, "/large", .sync { _, _ in .reply(.text(large)) }) }
        let client = try test.client()
        client.receiveBuffer(32 << 10)

        try client.send(
            String(repeating: "GET /large HTTP/1.1\r\nHost: h\r\n\r\n", count: 8)
                + "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n")
        // It is blocked by now, or will be: what is sent behind must wait its turn.
        try client.send("GET /users/last HTTP/1.1\r\nHost: h\r\n\r\n")

        for _ in 0..<8 { #expect(try client.answer().body.utf8.count == large.utf8.count) }
        #expect(try client.answer().body == "hello")
        #expect(try client.answer().body == "last")
        await test.stop()
    }

    @Test func anyCutOfTheBytesGivesTheSameAnswers() async throws {
        let test = try TestServer()
        let bytes = Array(
            ("GET /users/1 HTTP/1.1\r\nHost: h\r\n\r\nPOST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3;a=b\r\nabc\r\n2\r\nde\r\n0\r\nT: 1\r\n\r\nPOST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nfour")
                .utf8)

        for cut in stride(from: 1, to: bytes.count, by: 7) {
            let client = try test.client()
            try client.send(Array(bytes[..<cut]))
            #expect(await eventually { test.server.counters.connectionsOpen > 0 })
            try client.send(Array(bytes[cut...]))
            #expect(try (0..<3).map { _ in try client.answer().body } == ["1", "abcde", "four"])
        }
        await test.stop()
    }

    @Test func survivesClientsThatVanish() async throws {
        let large = String(repeating: "x", count: 300_000)
        let test = try TestServer { $0.on(.get, "/large", .sync { _, _ in .reply(.text(large)) }) }

        for _ in 0..<50 {
            let client = try test.client()
            try client.send("GET /large HTTP/1.1\r\nHost: h\r\n\r\n")
            client.reset()
        }

        #expect(try test.client().get("/hello").body == "hello")
        #expect(await eventually { test.server.counters.connectionsOpen == 0 })
        await test.stop()
    }

    @Test func slowClientsAreToldAndClosed() async throws {
        var limits = Limits.patient
        limits.head = .milliseconds(30)
        limits.bodyGrace = .milliseconds(30)
        let test = try TestServer(limits: limits)
        let head = try test.client()
        let body = try test.client()

        try head.send("GET /hello HTTP/1.1\r\nHost: h\r\nX-A: ")
        try body.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nab")

        #expect(try head.answer().status == 408)
        #expect(try body.answer().status == 408)
        #expect(head.isClosed())
        #expect(body.isClosed())
        await test.stop()
    }

    @Test func silentClientsAreClosed() async throws {
        var limits = Limits.patient
        limits.idle = .milliseconds(60)
        let test = try TestServer(limits: limits)

        let silent = try test.client()

        #expect(silent.isClosed())
        await test.stop()
    }

    @Test func oneConnectionTooManyIsTurnedAway() async throws {
        var limits = Limits.patient
        limits.connections = 2
        let test = try TestServer(limits: limits)
        var clients = [try test.client(), try test.client()]
        for client in clients { #expect(try client.get("/hello").status == 200) }

        let third = try test.client()
        #expect(try third.answer().status == 503)
        #expect(third.isClosed())
        #expect(test.server.counters.connectionsRefused == 1)
        clients.removeLast()
        #expect(await eventually { test.server.counters.connectionsOpen == 1 })

        #expect(try test.client().get("/hello").status == 200)
        await test.stop()
    }

    @Test func logsThePathButNotTheQuery() async throws {
        let text = Mutex("")
        let sink = LogSink { line in text.withLock { $0 += String(decoding: line, as: UTF8.self) } }
        let test = try TestServer(log: Logger(level: .debug, sink: sink))

        _ = try test.client().get("/hello?api_secret=hunter2")

        #expect(text.withLock { $0 }.contains("path=/hello"))
        #expect(!text.withLock { $0 }.contains("hunter2"))
        await test.stop()
    }
}
