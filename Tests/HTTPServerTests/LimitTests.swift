import EventLoop
import HTTP
import TestSupport
import Testing

@testable import HTTPServer

@Suite(.ownThread, .bounded) struct LimitTests {
    @Test func whoIsTurnedAwayHearsWhenToComeBack() async throws {
        var limits = Limits.patient
        limits.connections = 1
        let test = try TestServer(limits: limits)
        let first = try test.client()
        _ = try first.get("/hello")

        // The request is on its way when the refusal is: closing at once could reset the answer away.
        let second = try test.client()
        try second.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n")
        try second.send([UInt8](repeating: 65, count: 100_000))
        let answer = try second.answer()

        #expect(answer.status == 503)
        #expect(answer.fields["Retry-After"] == "5")
        #expect(answer.fields["Connection"] == "close")
        #expect(second.isClosed())
        #expect(test.server.counters.connectionsOpen == 1)
        #expect(try first.get("/hello").status == 200)
        await test.stop()
    }

    @Test func manyWhoAreTurnedAwayAreAllTold() async throws {
        var limits = Limits.patient
        limits.connections = 1
        let test = try TestServer(limits: limits)
        let first = try test.client()
        _ = try first.get("/hello")

        let others = try (0..<100).map { _ in try test.client() }
        for other in others { #expect(try other.answer().status == 503) }

        #expect(test.server.counters.connectionsRefused == 100)
        #expect(try first.get("/hello").status == 200)
        await test.stop()
    }

    @Test func anIdleConnectionMakesRoom() async throws {
        var limits = Limits.patient
        limits.connections = 2
        limits.spare = .zero
        let promises = Promises()
        let test = try TestServer(limits: limits) { $0.on(.get, "/later", promises.handler) }
        let busy = try test.client()
        try busy.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n")
        let reply = try await promises.next().reply
        let idle = try test.client()
        _ = try idle.get("/hello")

        let third = try test.client()

        #expect(try third.get("/hello").status == 200)
        #expect(idle.isClosed())
        #expect(test.server.counters.connectionsSpared == 1)
        #expect(test.server.counters.connectionsRefused == 0)
        // What is under way is never cut off for another.
        reply.send(.text("late"))
        #expect(try busy.answer().body == "late")
        await test.stop()
    }

    @Test func oneAddressHasItsShare() async throws {
        var limits = Limits.patient
        limits.connectionsPerAddress = 2
        let test = try TestServer(limits: limits)
        var clients = [try test.client(), try test.client()]
        for client in clients { _ = try client.get("/hello") }

        let third = try test.client().answer()
        clients.removeLast()
        #expect(await eventually { test.server.counters.connectionsOpen == 1 })
        let fourth = try test.client().get("/hello")

        #expect(third.status == 503)
        #expect(third.body.contains("from this address"))
        #expect(fourth.status == 200)
        await test.stop()
    }

    @Test func addressesAreCountedApart() throws {
        let quota = ConnectionQuota(4, perAddress: 2)
        func address(_ text: String) throws -> ConnectionQuota.Address {
            ConnectionQuota.Address(try #require(SocketAddress(numeric: text, port: 1)))
        }

        #expect(try quota.take(address("192.0.2.1")) == nil)
        #expect(try quota.take(address("192.0.2.1")) == nil)
        #expect(try quota.take(address("192.0.2.1")) == .addressIsFull)
        #expect(try quota.take(address("192.0.2.2")) == nil)
        #expect(try quota.take(address("2001:db8::1")) == nil)
        // Of the same network; and there is no room at all any more.
        #expect(try address("2001:db8::1") == address("2001:db8::2"))
        #expect(try address("2001:db8::1") != address("2001:db8:0:1::1"))
        #expect(try quota.take(address("192.0.2.3")) == .full)

        try quota.giveBack(address("192.0.2.1"))
        #expect(try quota.take(address("192.0.2.1")) == nil)
    }

    @Test func countsThoseWhoBreakOff() async throws {
        let promises = Promises()
        let test = try TestServer { $0.on(.get, "/later", promises.handler) }
        let client = try test.client()
        try client.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n")
        _ = try await promises.next()

        client.reset()

        #expect(await eventually { test.server.counters.peersGone == 1 })
        await test.stop()
    }

    @Test func countsWhatIsRefusedOrLate() async throws {
        var limits = Limits.patient
        limits.head = .milliseconds(20)
        let test = try TestServer(limits: limits)
        let bad = try test.client()
        let slow = try test.client()

        try bad.send("nonsense\r\n\r\n")
        try slow.send("GET / HT")

        #expect(try bad.answer().status == 400)
        #expect(try slow.answer().status == 408)
        #expect(test.server.counters.requestsRefused == 1)
        #expect(test.server.counters.requestTimeouts == 1)
        await test.stop()
    }

    /// A peer that takes none of a large answer does not keep it in memory for ever.
    @Test func whoTakesNothingIsGivenUp() async throws {
        var limits = Limits.patient
        limits.write = .milliseconds(50)
        limits.bodyRate = 1_000_000_000
        let large = String(repeating: "x", count: 16 << 20)
        let test = try TestServer(limits: limits) { $0.on(.get, "/large", .sync { _, _ in .reply(.text(large)) }) }
        let client = try test.client()
        client.receiveBuffer(4 << 10)

        try client.send("GET /large HTTP/1.1\r\nHost: h\r\n\r\n")

        #expect(await eventually { test.server.counters.bytesSent > 0 })
        #expect(await eventually { test.server.counters.connectionsOpen == 0 })
        await test.stop()
    }
}
