import Crypto
import EventLoop
import Glibc
import HTTP
import TestSupport
import Testing

@testable import HTTPServer

@Suite(.ownThread, .bounded) struct TLSServerTests {
    @Test func answersOverTLS() async throws {
        let test = try TestServer(tls: TestTLS.server()) {
            $0.on(.get, "/secure", .sync { request, _ in .reply(.text("\(request.isSecure) \(request.isCertified)")) })
        }
        let client = try test.client(tls: TestTLS.client(protocols: ["h2", "http/1.1"]))

        let answers = [try client.get("/hello"), try client.get("/secure")]

        #expect(answers.map(\.body) == ["hello", "true false"])
        #expect(client.session?.version == "TLSv1.3")
        #expect(client.session?.negotiatedProtocol == "http/1.1")
        #expect(test.server.counters.handshakes == 1)
        #expect(test.server.bound.first?.url == "https://127.0.0.1:\(test.port)")
        await test.stop()
    }

    @Test func plainAndSecureListenSideBySide() async throws {
        var router = Router()
        router.on(.get, "/secure", .sync { request, _ in .reply(.text("\(request.isSecure)")) })
        let address = ListenAddress(host: "127.0.0.1", port: 0)
        var configuration = ServerConfiguration(
            points: [ListenPoint(address), ListenPoint(address, isSecure: true)], router: router)
        configuration.loops = 2
        configuration.tls = try TestTLS.server()
        let server = try Server.start(configuration)

        let plain = try TestClient(server.bound[0].address.port).get("/secure")
        let secure = try TestClient(server.bound[1].address.port, tls: TestTLS.client()).get("/secure")

        #expect([plain.body, secure.body] == ["false", "true"])
        await server.drain(within: .zero)
    }

    @Test func aSecurePointNeedsACertificate() throws {
        let point = ListenPoint(ListenAddress(host: "127.0.0.1", port: 0), isSecure: true)

        #expect(throws: ServerError.noCertificate(address: "127.0.0.1:0")) {
            try Server.start(ServerConfiguration(points: [point], router: Router()))
        }
    }

    @Test func refusesAClientOfAnotherProtocol() async throws {
        let test = try TestServer(tls: TestTLS.server())

        #expect(throws: TLSError.self) { try test.client(tls: TestTLS.client(protocols: ["h2"])).get("/hello") }

        #expect(try test.client(tls: TestTLS.client()).get("/hello").body == "hello")
        #expect(test.server.counters.handshakesFailed == 1)
        await test.stop()
    }

    @Test func answersPipelinedRequestsInOrder() async throws {
        let test = try TestServer(tls: TestTLS.server())
        let client = try test.client(tls: TestTLS.client())

        // Far more than one record: what is decrypted already is announced by no event of the socket.
        try client.send((0..<2000).map { "GET /users/\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined())

        for number in 0..<2000 { #expect(try client.answer().body == "\(number)") }
        await test.stop()
    }

    @Test func answersInOrderWhenAnswersAreDeferred() async throws {
        let test = try TestServer(tls: TestTLS.server()) { router in
            router.on(
                .get, "/later/{n}",
                .sync { _, exchange in
                    let body = exchange.parameters["n"]
                    let reply = exchange.deferReply(within: .seconds(600)) { Response(.gatewayTimeout) }
                    Task { reply.send(.text(body)) }
                    return .later
                })
        }
        let client = try test.client(tls: TestTLS.client())

        try client.send((0..<1000).map { "GET /later/\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined())

        for number in 0..<1000 { #expect(try client.answer().body == "\(number)") }
        await test.stop()
    }

    @Test func takesAndGivesLargeBodies() async throws {
        var limits = Limits.patient
        limits.request.body = 8 << 20
        let test = try TestServer(limits: limits, tls: TestTLS.server())
        let client = try test.client(tls: TestTLS.client())
        let body = String(repeating: "0123456789abcdef", count: 300_000)

        try client.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)

        #expect(try client.answer().body == body)
        #expect(try client.get("/hello").body == "hello")
        await test.stop()
    }

    @Test func closesWithNotice() async throws {
        let test = try TestServer(tls: TestTLS.server())
        let client = try test.client(tls: TestTLS.client())

        #expect(try client.get("/hello", "Connection: close\r\n").body == "hello")

        #expect(client.isClosed())
        await test.stop()
    }

    /// `isClosed` is true after a notice only: an end without one is `TLSError.truncated`.
    @Test func drainsWithNotice() async throws {
        let test = try TestServer(tls: TestTLS.server())
        let client = try test.client(tls: TestTLS.client())
        _ = try client.get("/hello")

        await test.server.drain(within: .seconds(600))

        #expect(client.isClosed())
    }

    @Test(arguments: [true, false]) func answersWhoEndsAfterItsRequest(withNotice: Bool) async throws {
        let test = try TestServer(tls: TestTLS.server())
        let client = try test.client(tls: TestTLS.client())

        try client.send("GET /hello HTTP/1.1\r\nHost: h\r\n\r\n")
        if withNotice { try client.closeTLS() }
        client.finish()

        #expect(try client.answer().body == "hello")
        #expect(await eventually { test.server.counters.connectionsOpen == 0 })
        await test.stop()
    }

    @Test func aBodyCutShortIsNoRequest() async throws {
        let calls = Counter()
        let test = try TestServer(tls: TestTLS.server()) {
            $0.on(
                .post, "/count",
                .sync { _, _ in
                    calls.add()
                    return .reply(Response())
                })
        }
        let client = try test.client(tls: TestTLS.client())

        try client.send("POST /count HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nhalf")
        client.finish()

        #expect(await eventually { test.server.counters.connectionsOpen == 0 })
        #expect(calls.value == 0)
        await test.stop()
    }

    @Test func closesWhoDoesNotFinishTheHandshake() async throws {
        var limits = Limits.patient
        limits.head = .milliseconds(50)
        let test = try TestServer(limits: limits, tls: TestTLS.server())
        let silent = try test.client()
        let slow = try test.client()
        try slow.send(Array(ClientHello().record.prefix(40)))

        #expect(silent.rest() == [])
        #expect(slow.rest() == [])
        #expect(await eventually { test.server.counters.connectionsOpen == 0 })
        await test.stop()
    }

    @Test func tooManyConnectionsCountHere() async throws {
        var limits = Limits.patient
        limits.connections = 1
        let test = try TestServer(limits: limits, tls: TestTLS.server())
        let first = try test.client(tls: TestTLS.client())
        _ = try first.get("/hello")

        #expect(throws: (any Error).self) { try test.client(tls: TestTLS.client()) }

        #expect(test.server.counters.connectionsRefused == 1)
        #expect(try first.get("/hello").status == 200)
        await test.stop()
    }

    @Test func aNewCertificateLeavesConnectionsAlone() async throws {
        let tls = try TestTLS.server()
        let test = try TestServer(loops: 2, tls: tls)
        let old = try test.client(tls: TestTLS.client())
        let next = TestTLS.authority.server()
        _ = try old.get("/hello")

        tls.context = try TestTLS.context(next)
        let new = try test.client(tls: TestTLS.client())

        #expect(try new.get("/hello").body == "hello")
        #expect(new.session?.peerCertificate == next.certificate)
        #expect(try old.get("/hello").body == "hello")
        #expect(old.session?.peerCertificate != next.certificate)
        await test.stop()
    }

    @Test func saysWhetherTheClientHasShownACertificate() async throws {
        let tls = ServerTLS(try TestTLS.context(clientTrust: TestTLS.trust))
        let test = try TestServer(tls: tls) {
            $0.on(.get, "/certified", .sync { request, _ in .reply(.text("\(request.isCertified)")) })
        }
        let stranger = CertificateAuthority(name: "Another CA", validity: 1_700_000_000..<4_000_000_000)
        let identity = TestTLS.authority.pushClient(bundle: "com.example", topics: [])

        let shown = try test.client(tls: TestTLS.client(identity: identity)).get("/certified")
        let none = try test.client(tls: TestTLS.client()).get("/certified")

        #expect([shown.body, none.body] == ["true", "false"])
        #expect(throws: (any Error).self) {
            let identity = stranger.pushClient(bundle: "com.example", topics: [])
            _ = try test.client(tls: TestTLS.client(identity: identity)).get("/certified")
        }
        await test.stop()
    }
}
