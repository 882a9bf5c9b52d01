import EventLoop
import Glibc
import HTTP
import TestSupport
import Testing

@testable import HTTPServer

@Suite(.ownThread, .bounded) struct ListenersTests {
    private func point(_ port: UInt16, host: String = "127.0.0.1") -> ListenPoint {
        ListenPoint(ListenAddress(host: host, port: port))
    }

    @Test(arguments: [
        ("127.0.0.1:8080", "127.0.0.1:8080"), ("[::1]:8080", "[::1]:8080"), (":8080", "localhost:8080"),
        ("localhost:0", "localhost:0"), ("*:80", "*:80"), ("example.org:80", "example.org:80"),
    ])
    func readsAddresses(text: String, shown: String) {
        #expect(ListenAddress(text)?.description == shown)
    }

    @Test(arguments: [
        "8080", "localhost", "localhost:", "localhost:x", "localhost:65536", "localhost:+1", "::1:80", "[::1:80",
    ])
    func refusesWhatIsNoAddress(text: String) {
        #expect(ListenAddress(text) == nil)
    }

    @Test func freePortIsTheSameForAllLoops() throws {
        let listeners = try Listeners.open([point(0)], loops: 4)
        defer { listeners.close() }

        let ports = try listeners.sockets.map { try $0.map { try Kernel.localAddress($0.fd).port } }

        let port = try #require(listeners.bound.first?.address.port)
        #expect(port != 0)
        #expect(ports == Array(repeating: [port], count: 4))
    }

    @Test(arguments: [1, 2])
    func aPortInUseIsAnErrorThatNamesIt(loops: Int) throws {
        let first = try Listeners.open([point(0)], loops: loops)
        defer { first.close() }
        let port = first.bound[0].address.port

        // The same user, and this process listens with SO_REUSEPORT: still refused.
        let error = #expect(throws: ServerError.self) {
            try Listeners.open([point(port)], loops: 2)
        }

        #expect(error == .inUse(address: "127.0.0.1:\(port)"))
        #expect(error?.description == "cannot listen on 127.0.0.1:\(port): the port is already in use")
    }

    @Test func ofManyThatBeginAtOnceOneGetsThePort() throws {
        let port = try LastingPort.choose()
        let winners = Counter()

        let threads = try (0..<8).map { _ in
            try Thread(name: "opener") {
                // Kept open: a closed one would make room for the next.
                if (try? Listeners.open([point(port)], loops: 2)) != nil {
                    winners.add()
                }
            }
        }
        for thread in threads { thread.join() }

        #expect(winners.value == 1)
    }

    @Test func aPortIsFreeAgainAtOnce() async throws {
        let first = try TestServer(loops: 2, address: "127.0.0.1:\(LastingPort.choose())")
        // A connection that the server closes stays in TIME_WAIT.
        let client = try first.client()
        _ = try client.get("/hello", "Connection: close\r\n")
        await first.stop()

        let second = try Listeners.open([point(first.port)], loops: 2)

        #expect(second.bound == first.server.bound)
        second.close()
    }

    @Test func localhostIsBothLoopbacks() async throws {
        let test = try TestServer(loops: 2, address: "localhost:0")

        let bound = test.server.addresses
        #expect(Set(bound.map(\.port)).count == 1)
        #expect(bound.first?.host == "127.0.0.1")
        for address in bound {
            #expect(try TestClient(address.port, host: address.host).get("/hello").body == "hello")
        }
        await test.stop()
    }

    @Test func anAddressOfNobodyHereIsAnError() {
        #expect(throws: ServerError.notHere(address: "203.0.113.9:8080")) {
            try Listeners.open([point(8080, host: "203.0.113.9")], loops: 2)
        }
    }

    @Test func everyLoopGetsConnections() async throws {
        let test = try TestServer(loops: 2)

        for _ in 0..<100 { _ = try test.client().get("/hello") }

        #expect(test.server.countersByLoop.allSatisfy { $0.connectionsAccepted > 0 })
        #expect(test.server.counters.connectionsAccepted == 100)
        await test.stop()
    }

    @Test func everySocketKnowsWhetherItIsSecure() throws {
        var secure = point(0)
        secure.isSecure = true
        let listeners = try Listeners.open([point(0), secure], loops: 2)
        defer { listeners.close() }

        #expect(listeners.sockets.map { $0.map(\.isSecure) } == [[false, true], [false, true]])
        #expect(listeners.bound.map(\.isSecure) == [false, true])
        #expect(listeners.bound[1].url == "https://127.0.0.1:\(listeners.bound[1].address.port)")
    }
}
