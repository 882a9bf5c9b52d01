import Crypto
import EventLoop
import HTTP
import TestSupport
import Testing

@testable import HTTPServer

/// A server that speaks TLS is taken over from: what lies above its sockets stays behind.
@Suite(.ownThread, .bounded) struct HandOverTLSTests {
    /// Says who it is at `/who`, and promises an answer at `/later`. `/who` is there without TLS, too.
    private func configuration(_ answer: String, _ promises: Promises = Promises()) throws -> ServerConfiguration {
        var router = Router()
        router.on(.get, "/who", .sync { _, _ in .reply(.text(answer)) })
        router.on(.get, "/later", promises.handler)
        let address = ListenAddress(host: "127.0.0.1", port: 0)
        var configuration = ServerConfiguration(
            points: [ListenPoint(address, isSecure: true), ListenPoint(address)], router: router)
        configuration.loops = 1
        configuration.limits = .patient
        configuration.tls = try TestTLS.server()
        return configuration
    }

    private func successor(of server: Server, _ connections: [CInt]) throws -> Server {
        let configuration = try configuration("new")
        let listeners = try Listeners.open(configuration.points, loops: 1, inherited: server.sockets)
        return try Server.start(configuration, on: listeners, goingOnWith: connections)
    }

    private func client(of server: Server) throws -> TestClient {
        try TestClient(server.bound[0].address.port, tls: TestTLS.client())
    }

    @Test func whoConnectsMeanwhileIsGreetedByTheNewServer() async throws {
        let old = try Server.start(configuration("old"))
        let connections = await old.handOver(within: .seconds(600))

        let clients = try (0..<20).map { _ in try TestClient(old.bound[0].address.port) }
        let new = try successor(of: old, connections)

        #expect(new.bound == old.bound)
        for client in clients {
            try client.speakTLS(TestTLS.client())
            #expect(try client.get("/who").body == "new")
        }
        #expect(new.counters.handshakes == 20)
        await new.drain(within: .zero)
    }

    /// `isClosed` is true after a notice only: an end without one is `TLSError.truncated`.
    @Test func idleConnectionsEndWithNoticeAndPlainOnesGoOn() async throws {
        let old = try Server.start(configuration("old"))
        let (secure, plain) = (try client(of: old), try TestClient(old.bound[1].address.port))
        for client in [secure, plain] { #expect(try client.get("/who").body == "old") }

        let connections = await old.handOver(within: .seconds(600))
        let new = try successor(of: old, connections)

        #expect(connections.count == 1)
        #expect(secure.isClosed())
        #expect(try plain.get("/who").body == "new")
        #expect(try client(of: new).get("/who").body == "new")
        await new.drain(within: .zero)
    }

    @Test func beforeTheHandOverEachAnswerSaysThatItIsTheLast() async throws {
        let old = try Server.start(configuration("old"))
        let (secure, plain) = (try client(of: old), try TestClient(old.bound[1].address.port))
        for client in [secure, plain] { #expect(try client.get("/who").fields["Connection"] == nil) }

        #expect(await old.windDown())
        let last = try secure.get("/who")
        let newcomer = try client(of: old).get("/who")
        let other = try plain.get("/who")

        #expect([last, newcomer, other].map(\.body) == ["old", "old", "old"])
        #expect([last, newcomer, other].map { $0.fields["Connection"] } == ["close", "close", nil])
        #expect(secure.isClosed())
        await old.drain(within: .zero)
    }

    @Test func aServerWithoutSecureConnectionsHasNothingToWindDown() async throws {
        let old = try Server.start(configuration("old"))
        let plain = try TestClient(old.bound[1].address.port)
        _ = try plain.get("/who")

        #expect(await old.windDown() == false)
        await old.drain(within: .zero)
    }

    @Test func afterAHandOverThatCameToNothingNewcomersStay() async throws {
        let old = try Server.start(configuration("old"))
        _ = try client(of: old).get("/who")
        _ = await old.windDown()

        old.goOn()
        let newcomer = try client(of: old)

        #expect(try newcomer.get("/who").fields["Connection"] == nil)
        #expect(try newcomer.get("/who").body == "old")
        await old.drain(within: .zero)
    }

    @Test func whatIsUnderWayIsAnsweredByTheOldServer() async throws {
        let promises = Promises()
        let old = try Server.start(configuration("old", promises))
        let client = try client(of: old)
        try client.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n")
        let reply = try await promises.next().reply

        async let connections = old.handOver(within: .seconds(600))
        #expect(reply.send(.text("late")))
        let answer = try client.answer()

        #expect(answer.body == "late")
        #expect(await connections == [])
        #expect(client.isClosed())
    }

    /// Its handshake was done, its first request on its way: it was closed as one that has nothing to say.
    @Test func aConnectionThatHasJustComeIsHeard() async throws {
        let old = try Server.start(configuration("old"))
        let newcomer = try client(of: old)
        let plain = try TestClient(old.bound[1].address.port)
        _ = try plain.get("/who")
        #expect(await eventually { old.counters.handshakes == 1 })

        async let connections = old.handOver(within: .seconds(900), farewell: .seconds(800))
        // Both are on one loop: when the plain one has gone, it has been decided about the other.
        #expect(await eventually { old.counters.connectionsOpen < 2 })
        let answer = try newcomer.get("/who")
        let left = await connections
        let new = try successor(of: old, left)

        #expect(answer.body == "old")
        #expect(answer.fields["Connection"] == "close")
        #expect(left.count == 1)
        #expect(newcomer.isClosed())
        await new.drain(within: .zero)
    }
}
