import EventLoop
import Glibc
import HTTP
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

@Suite(.ownThread, .bounded) struct DrainTests {
    @Test func closesIdleConnectionsAtOnce() async throws {
        let test = try TestServer(loops: 2, address: "127.0.0.1:\(LastingPort.choose())")
        let used = try test.client()
        _ = try used.get("/hello")
        let unused = try test.client()
        #expect(await eventually { test.server.counters.connectionsOpen == 2 })

        // Were they waited for, the suite's own limit would end the test long before.
        await test.server.drain(within: .seconds(600))

        #expect(used.isClosed())
        #expect(unused.isClosed())
        #expect(test.server.counters.connectionsOpen == 0)
        #expect(throws: TestClient.Failure.connect(ECONNREFUSED)) { try test.client() }
    }

    @Test func finishesWhatIsUnderWayAndSaysThatItCloses() async throws {
        let promises = Promises()
        let test = try TestServer(address: "127.0.0.1:\(LastingPort.choose())") {
            $0.on(.get, "/later", promises.handler)
        }
        let waiting = try test.client()
        try waiting.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n")
        let reply = try await promises.next().reply
        let half = try test.client()
        try half.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nfo")
        #expect(await eventually { test.server.counters.bytesReceived > 80 })

        let server = test.server
        async let drained: Void = server.drain(within: .seconds(600))
        // It has begun when nobody listens any more.
        #expect(await eventually { (try? test.client()) == nil })
        try half.send("ur")
        #expect(reply.send(.text("late")))
        let answers = [try waiting.answer(), try half.answer()]
        await drained

        #expect(answers.map(\.body) == ["late", "four"])
        #expect(answers.map { $0.fields["Connection"] } == ["close", "close"])
        #expect(waiting.isClosed())
        #expect(half.isClosed())
    }

    @Test func aRequestThatCameBeforeIsAnswered() async throws {
        let gate = Mutex(true)
        let entered = Counter()
        let test = try TestServer { router in
            router.on(
                .get, "/hold",
                .sync { _, _ in
                    entered.add()
                    // Keeps the loop until the other request lies in its socket.
                    while gate.withLock({ $0 }) { sched_yield() }
                    return .reply(.text("held"))
                })
        }
        let holding = try test.client()
        let other = try test.client()
        _ = try other.get("/hello")
        try holding.send("GET /hold HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(await eventually { entered.value == 1 })
        try other.send("GET /users/9 HTTP/1.1\r\nHost: h\r\n\r\n")

        let server = test.server
        async let drained: Void = server.drain(within: .seconds(600))
        gate.withLock { $0 = false }
        await drained

        #expect(try holding.answer().body == "held")
        #expect(try other.answer().body == "9")
    }

    @Test func cutsOffWhatDoesNotEnd() async throws {
        let promises = Promises()
        let test = try TestServer { $0.on(.get, "/later", promises.handler) }
        let client = try test.client()
        try client.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n")
        let reply = try await promises.next().reply

        await test.server.drain(within: .milliseconds(30))

        #expect(!reply.send(.text("late")))
        #expect(client.isClosed())
    }

    /// Its loop still had a connection to accept, and ended the process.
    @Test func aServerThatNobodyStopsMayGo() async throws {
        let shown = Mutex<EventLoop?>(nil)
        var test: TestServer? = try TestServer { router in
            router.on(
                .get, "/loop",
                .sync { _, exchange in
                    shown.withLock { $0 = exchange.loop }
                    return .reply(Response())
                })
        }
        _ = try test?.client().get("/loop", "Connection: close\r\n")
        #expect(await eventually { test?.server.counters.connectionsOpen == 0 })
        let loop = try #require(shown.withLock { $0 })
        func hold() -> (entered: Counter, gate: Counter) {
            let (entered, gate) = (Counter(), Counter())
            loop.post {
                entered.add()
                while gate.value == 0 { sched_yield() }
            }
            return (entered, gate)
        }

        let first = hold()
        #expect(await eventually { first.entered.value == 1 })
        let second = hold()
        let client = try #require(try test?.client())
        // The next turn gets both, what was posted and then the connection.
        first.gate.add()
        #expect(await eventually { second.entered.value == 1 })
        test = nil
        // Posted in the loop's last turn, and so done after it.
        let last = Counter()
        loop.post { last.add() }
        second.gate.add()

        #expect(await eventually { last.value == 1 })
        withExtendedLifetime(client) {}
    }

    @Test func mayBeAskedForTwice() async throws {
        let server = try TestServer().server

        await server.drain(within: .seconds(1))
        await server.drain(within: .seconds(1))

        #expect(server.counters.connectionsOpen == 0)
    }
}
