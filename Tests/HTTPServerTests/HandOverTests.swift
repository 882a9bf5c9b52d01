import EventLoop
import Glibc
import HTTP
import TestSupport
import Testing

@testable import HTTPServer

/// One server takes over from another. Both are in this process here, which shares descriptors as two processes do.
@Suite(.ownThread, .bounded) struct HandOverTests {
    private func configuration(_ addresses: [String], loops: Int, answer: String) throws -> ServerConfiguration {
        var router = Router()
        router.on(.get, "/who", .sync { _, _ in .reply(.text(answer)) })
        var configuration = ServerConfiguration(
            addresses: try addresses.map { try #require(ListenAddress($0)) }, router: router)
        configuration.loops = loops
        configuration.limits = .patient
        return configuration
    }

    private func successor(
        of server: Server, _ connections: [CInt] = [], loops: Int = 2, at addresses: [String] = ["127.0.0.1:0"]
    ) throws -> Server {
        let configuration = try configuration(addresses, loops: loops, answer: "new")
        let listeners = try Listeners.open(configuration.points, loops: loops, inherited: server.sockets)
        return try Server.start(configuration, on: listeners, goingOnWith: connections)
    }

    @Test(arguments: [(2, 2), (1, 2), (2, 1), (1, 3)])
    func anIdleConnectionGoesOnAtTheNewServer(before: Int, after: Int) async throws {
        let old = try Server.start(configuration(["127.0.0.1:0"], loops: before, answer: "old"))
        let client = try TestClient(old.port)
        #expect(try client.get("/who").body == "old")

        let connections = await old.handOver(within: .seconds(600))
        // Sent while nobody reads.
        try client.send("GET /who HTTP/1.1\r\nHost: h\r\n\r\n")
        let new = try successor(of: old, connections, loops: after)

        let answer = try client.answer()
        #expect(answer.body == "new")
        #expect(answer.fields["Connection"] == nil)
        await new.drain(within: .zero)
    }

    @Test func whoConnectsMeanwhileWaitsForTheNewServer() async throws {
        let old = try Server.start(configuration(["127.0.0.1:0"], loops: 2, answer: "old"))
        _ = await old.handOver(within: .seconds(600))

        let clients = try (0..<20).map { _ in try TestClient(old.port) }
        for client in clients { try client.send("GET /who HTTP/1.1\r\nHost: h\r\n\r\n") }
        let new = try successor(of: old)

        #expect(new.bound == old.bound)
        for client in clients { #expect(try client.answer().body == "new") }
        await new.drain(within: .zero)
    }

    @Test func whatIsUnderWayIsAnsweredBeforeItsConnectionGoesOn() async throws {
        let promises = Promises()
        var configuration = try configuration(["127.0.0.1:0"], loops: 1, answer: "old")
        configuration.router.on(.get, "/later", promises.handler)
        let old = try Server.start(configuration)
        let client = try TestClient(old.port)
        try client.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n")
        let reply = try await promises.next().reply

        async let connections = old.handOver(within: .seconds(600))
        #expect(reply.send(.text("late")))
        let answer = try client.answer()
        let new = try await successor(of: old, connections)

        #expect(answer.body == "late")
        #expect(answer.fields["Connection"] == nil)
        #expect(try client.get("/who").body == "new")
        await new.drain(within: .zero)
    }

    @Test func allLoopsTakeTurnsAtASharedSocket() async throws {
        let old = try Server.start(configuration(["127.0.0.1:0"], loops: 1, answer: "old"))
        _ = await old.handOver(within: .seconds(600))
        let new = try successor(of: old)

        // One after the other, each kept open: the idlest loop would get them all.
        var clients: [TestClient] = []
        for _ in 0..<20 {
            let client = try TestClient(old.port)
            #expect(try client.get("/who").body == "new")
            clients.append(client)
        }

        #expect(new.countersByLoop.allSatisfy { $0.connectionsAccepted > 0 })
        await new.drain(within: .zero)
    }

    @Test func anAddressThatIsNoLongerWantedIsClosedAndANewOneBound() async throws {
        let gone = try LastingPort.choose(at: "::1")
        let old = try Server.start(configuration(["127.0.0.1:0", "[::1]:\(gone)"], loops: 2, answer: "old"))
        #expect(old.addresses.last?.port == gone)
        _ = await old.handOver(within: .seconds(600))

        let new = try successor(of: old, at: ["127.0.0.1:0", "127.0.0.2:0"])

        #expect(new.addresses.map(\.host) == ["127.0.0.1", "127.0.0.2"])
        #expect(new.port == old.port)
        #expect(throws: TestClient.Failure.connect(ECONNREFUSED)) { try TestClient(gone, host: "::1") }
        await new.drain(within: .zero)
    }

    @Test func aGivenSocketThatNobodyAskedForIsAnError() throws {
        let opened = try Listeners.open([ListenPoint(ListenAddress(host: "127.0.0.1", port: 0))], loops: 1)
        defer { opened.close() }
        let fd = opened.sockets[0][0].fd
        let other = [ListenPoint(ListenAddress(host: "127.0.0.1", port: 1))]

        let unnamed = InheritedSockets([.init(fd: dup(fd), isSecure: nil)], areAll: true)
        let named = InheritedSockets([.init(fd: dup(fd), isSecure: false)], areAll: true)

        #expect(throws: ServerError.notAsked(address: "\(opened.bound[0].address)")) {
            try Listeners.open(other, loops: 1, inherited: unnamed)
        }
        let taken = try Listeners.open(other, loops: 1, inherited: named)
        #expect(taken.bound == opened.bound)
        taken.close()
    }

    @Test func idleConnectionsMayAskOnceMoreBeforeTheServerEnds() async throws {
        let address = "127.0.0.1:\(try LastingPort.choose())"
        let server = try Server.start(configuration([address], loops: 1, answer: "old"))
        let client = try TestClient(server.port)
        #expect(try client.get("/who").body == "old")

        async let drained: Void = server.drain(within: .seconds(900), farewell: .seconds(800))
        #expect(await eventually { (try? TestClient(server.port)) == nil })
        let answer = try client.get("/who")
        // Were the farewell waited for, the suite's own limit would end the test.
        await drained

        #expect(answer.body == "old")
        #expect(answer.fields["Connection"] == "close")
        #expect(client.isClosed())
    }

    // MARK: Unix sockets

    @Test func listensAtAFileThatGoesWhenTheServerDoes() async throws {
        let path = "/tmp/hookline-test-\(getpid())-a.sock"
        let server = try Server.start(configuration(["unix:\(path)"], loops: 2, answer: "here"))
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o660)
        #expect(server.bound.map(\.url) == ["unix:" + path])

        #expect(throws: ServerError.inUse(address: "unix:" + path)) {
            try Listeners.open([ListenPoint(try #require(ListenAddress("unix:" + path)))], loops: 1)
        }
        await server.drain(within: .zero)

        #expect(stat(path, &status) != 0)
    }

    @Test func aFileThatNobodyListensAtIsReplacedAndOtherFilesAreNot() throws {
        let path = "/tmp/hookline-test-\(getpid())-b.sock"
        let point = ListenPoint(try #require(ListenAddress("unix:" + path)))
        let first = try Listeners.open([point], loops: 1)
        // As after kill -9: the file stays.
        first.close()

        let second = try Listeners.open([point], loops: 1)
        second.close()
        second.removeFiles()
        close(open(path, O_CREAT | O_WRONLY, 0o600))
        defer { unlink(path) }

        #expect(throws: ServerError.inUse(address: "unix:" + path)) { try Listeners.open([point], loops: 1) }
        var status = stat()
        #expect(stat(path, &status) == 0)
    }
}
