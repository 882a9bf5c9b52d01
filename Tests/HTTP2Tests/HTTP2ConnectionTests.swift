import Crypto
import EventLoop
import TestSupport
import Testing

@testable import HTTP2

@Suite(.bounded) struct HTTP2ConnectionTests {
    @Test func requestIsAnswered() async throws {
        let stage = try Stage { $0.respond(.status(200, "\($0.request.path ?? "")|\($0.request.body.count)")) }
        let connection = try await stage.connect()
        #expect(try await stage.opened(connection) == .open)

        let result = await stage.send("/3/device/aa", body: "four", on: connection)

        let answer = try result.get()
        #expect(answer.status == 200)
        #expect(String(decoding: answer.body, as: UTF8.self) == "/3/device/aa|4")
        #expect(try await stage.onLoop { connection.inFlight } == 0)
    }

    @Test func manyRequestsShareOneConnection() async throws {
        let stage = try Stage(streams: 1000) { $0.respond(.status(200)) }
        let connection = try await stage.connect()
        _ = try await stage.opened(connection)

        let answered = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<500 {
                group.addTask { (try? await stage.send("/a", on: connection).get().status) == 200 }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }

        #expect(answered == 500)
        #expect(try await stage.onLoop { stage.server.connections.map(\.requestCount) } == [500])
    }

    @Test func limitOfTheServerIsObeyedAndFollowed() async throws {
        let waiting = Box<[HTTP2Exchange]>([])
        let stage = try Stage(streams: 1) { exchange in waiting.change { $0.append(exchange) } }
        let connection = try await stage.connect()
        _ = try await stage.opened(connection)
        async let first = stage.send("/first", on: connection)
        await stage.wait(connection) { $0.inFlight == 1 || !$0.hasRoom }
        let hadRoom = try await stage.onLoop { connection.hasRoom }
        let second = await stage.send("/second", on: connection)
        try await stage.onLoop { stage.server.connections[0].announce(maxConcurrentStreams: 2) }

        await stage.wait(connection) { $0.streamLimit == 2 }

        #expect(!hadRoom)
        #expect(second == .failure(.notProcessed("the connection has no room")))
        #expect(try await stage.onLoop { connection.hasRoom })
        try await stage.onLoop { stage.server.connections[0].abort() }
        _ = await first
    }

    @Test func streamsAboveTheLastOfAGoAwayAreNotProcessed() async throws {
        let stage = try Stage { exchange in
            exchange.connection.goAway(after: 0, .noError, debug: Array(#"{"reason":"Shutdown"}"#.utf8))
        }
        let connection = try await stage.connect()
        _ = try await stage.opened(connection)

        let result = await stage.send("/a", on: connection)

        #expect(result == .failure(.notProcessed(#"GOAWAY NO_ERROR {"reason":"Shutdown"}"#)))
        #expect(try await stage.onLoop { !connection.hasRoom })
    }

    @Test func streamsBelowTheLastOfAGoAwayAreAnswered() async throws {
        let stage = try Stage { exchange in
            exchange.connection.goAway(after: exchange.stream)
            exchange.respond(.status(200))
        }
        let connection = try await stage.connect()
        _ = try await stage.opened(connection)

        let result = await stage.send("/a", on: connection)

        #expect(try result.get().status == 200)
        await stage.wait(connection) { if case .closed = $0.state { true } else { false } }
    }

    @Test func refusedStreamIsNotProcessed() async throws {
        let stage = try Stage { $0.refuse() }
        let connection = try await stage.connect()
        _ = try await stage.opened(connection)

        #expect(await stage.send("/a", on: connection) == .failure(.notProcessed("stream refused")))
        #expect(try await stage.onLoop { connection.state } == .open)
    }

    @Test func resetStreamTellsItsCode() async throws {
        let stage = try Stage { $0.reset(.internalError) }
        let connection = try await stage.connect()
        _ = try await stage.opened(connection)

        #expect(await stage.send("/a", on: connection) == .failure(.reset(.internalError)))
    }

    @Test func brokenConnectionLosesWhatIsUnderWay() async throws {
        let stage = try Stage { $0.connection.abort() }
        let connection = try await stage.connect()
        _ = try await stage.opened(connection)

        let result = await stage.send("/a", on: connection)

        guard case .failure(.lost) = result else {
            Issue.record("\(result)")
            return
        }
    }

    @Test func requestWithoutAnswerTimesOutAndLeavesTheOthersAlone() async throws {
        let stage = try Stage { if $0.request.path != "/hang" { $0.respond(.status(200)) } }
        let connection = try await stage.connect()
        _ = try await stage.opened(connection)

        async let hanging = stage.send("/hang", timeout: .milliseconds(50), on: connection)
        let other = await stage.send("/a", on: connection)

        #expect(try other.get().status == 200)
        #expect(await hanging == .failure(.timedOut))
        #expect(try await stage.onLoop { connection.state } == .open)
        #expect(try await stage.send("/a", on: connection).get().status == 200)
    }

    @Test func silentPeerIsFoundOutBeforeTheRequestTimesOut() async throws {
        let stage = try Stage { $0.connection.goSilent() }
        var timing = HTTP2Connection.Timing()
        timing.silence = .milliseconds(30)
        timing.answer = .milliseconds(30)
        let connection = try await stage.connect(timing: timing)
        _ = try await stage.opened(connection)

        let result = await stage.send("/a", timeout: .seconds(30), on: connection)

        #expect(result == .failure(.lost("the peer does not answer")))
    }

    @Test func slowPeerThatAnswersPingsIsKept() async throws {
        let stage = try Stage { exchange in
            exchange.connection.after(.milliseconds(120)) { exchange.respond(.status(200)) }
        }
        var timing = HTTP2Connection.Timing()
        timing.silence = .milliseconds(20)
        timing.answer = .seconds(30)
        let connection = try await stage.connect(timing: timing)
        _ = try await stage.opened(connection)

        #expect(try await stage.send("/a", on: connection).get().status == 200)
    }

    @Test func idleConnectionToADeadPeerIsClosed() async throws {
        let stage = try Stage { $0.respond(.status(200)) }
        var timing = HTTP2Connection.Timing()
        timing.idle = .milliseconds(20)
        timing.answer = .milliseconds(20)
        let connection = try await stage.connect(timing: timing)
        _ = try await stage.opened(connection)
        try await stage.onLoop { stage.server.connections.first?.goSilent() }

        await stage.wait(connection) { $0.state == .closed("the peer does not answer") }
    }

    @Test func requestOnAStaleConnectionLeavesWhenThePeerHasAnswered() async throws {
        let stage = try Stage { $0.respond(.status(200)) }
        var timing = HTTP2Connection.Timing()
        timing.stale = .zero
        timing.answer = .seconds(30)
        let connection = try await stage.connect(timing: timing)
        _ = try await stage.opened(connection)

        #expect(try await stage.send("/a", on: connection).get().status == 200)
    }

    @Test func requestOnAStaleConnectionNeverLeavesWhenThePeerIsGone() async throws {
        let stage = try Stage { $0.respond(.status(200)) }
        var timing = HTTP2Connection.Timing()
        timing.stale = .zero
        timing.answer = .milliseconds(20)
        let connection = try await stage.connect(timing: timing)
        _ = try await stage.opened(connection)
        try await stage.onLoop { stage.server.connections.first?.goSilent() }

        let result = await stage.send("/a", on: connection)

        #expect(result == .failure(.notProcessed("the peer does not answer")))
    }

    @Test func certificateOfAnotherIssuerIsRefused() async throws {
        let stage = try Stage { $0.respond(.status(200)) }
        let stranger = CertificateAuthority(name: "Stranger", validity: 0..<4_000_000_000)
        let connection = try await stage.connect(trust: .pem(Array(stranger.certificatePEM.utf8)))

        let state = try await stage.opened(connection)

        guard case .closed(let reason) = state else {
            Issue.record("\(state)")
            return
        }
        #expect(reason.contains("certificate"))
    }

    @Test func serverWithoutHTTP2IsRefused() async throws {
        let stage = try Stage(protocols: []) { $0.respond(.status(200)) }
        let connection = try await stage.connect()

        #expect(try await stage.opened(connection) == .closed("the server does not speak HTTP/2"))
    }

    @Test func refusedConnectionIsToldInWords() async throws {
        let stage = try Stage { $0.respond(.status(200)) }
        let port = try SilentPort()
        let connection = try await stage.connect(port: port.number)

        let state = try await stage.opened(connection)

        guard case .closed(let reason) = state else {
            Issue.record("\(state)")
            return
        }
        #expect(reason.contains("refused"))
    }

    @Test func hostNameIsLookedUpAndChecked() async throws {
        let stage = try Stage { $0.respond(.status(200)) }
        let connection = try await stage.connect(host: "localhost")
        _ = try await stage.opened(connection)

        #expect(try await stage.send("/a", on: connection).get().status == 200)
    }

    @Test func clientCertificateIsShown() async throws {
        let stage = try Stage { $0.respond(.status(200, $0.connection.peerCertificate?.userID ?? "none")) }
        let identity = stage.authority.pushClient(bundle: "com.example.phone", topics: ["com.example.phone.voip"])
        let connection = try await stage.connect(identity: identity)
        _ = try await stage.opened(connection)

        let answer = try await stage.send("/a", on: connection).get()

        #expect(String(decoding: answer.body, as: UTF8.self) == "com.example.phone")
    }

    @Test func retiredConnectionFinishesWhatIsUnderWay() async throws {
        let waiting = Box<[HTTP2Exchange]>([])
        let stage = try Stage { exchange in
            waiting.change { $0.append(exchange) }
            exchange.connection.announce(maxConcurrentStreams: 7)
        }
        let connection = try await stage.connect()
        _ = try await stage.opened(connection)
        async let answer = stage.send("/a", on: connection)
        await stage.wait(connection) { $0.streamLimit == 7 }

        try await stage.onLoop {
            connection.retire()
            waiting.value[0].respond(.status(200))
        }

        #expect(try await answer.get().status == 200)
        await stage.wait(connection) { if case .closed = $0.state { true } else { false } }
    }
}
