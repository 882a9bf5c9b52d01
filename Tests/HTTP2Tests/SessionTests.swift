import Testing

@testable import HTTP2

/// Two sessions joined by memory.
struct SessionTests {
    let client: Session
    let server: Session
    let request = Message(
        fields: [
            HeaderField(":method", "POST"), HeaderField(":scheme", "https"), HeaderField(":authority", "localhost"),
            HeaderField(":path", "/3/device/00ff"), HeaderField("apns-id", "one", isIndexed: false),
        ],
        body: [UInt8](#"{"a":1}"#.utf8))

    init() throws {
        client = try Session(.client)
        server = try Session(.server(maxConcurrentStreams: 3))
    }

    /// Carries bytes both ways until nobody has any, and says what each side saw.
    func settle() throws -> (client: [SessionEvent], server: [SessionEvent]) {
        var seen: (client: [SessionEvent], server: [SessionEvent]) = ([], [])
        while true {
            var toServer: [UInt8] = []
            var toClient: [UInt8] = []
            try client.appendOutput(to: &toServer, limit: 1 << 20)
            try toServer.withUnsafeBytes { try server.receive($0) }
            try server.appendOutput(to: &toClient, limit: 1 << 20)
            try toClient.withUnsafeBytes { try client.receive($0) }
            seen.client += client.takeEvents()
            seen.server += server.takeEvents()
            if toServer.isEmpty && toClient.isEmpty { return seen }
        }
    }

    @Test func requestArrivesWhole() throws {
        let stream = try client.send(request: request)

        let seen = try settle()

        #expect(stream == 1)
        guard case .message(1, let arrived) = seen.server.last else {
            Issue.record("no message: \(seen.server)")
            return
        }
        #expect(arrived.body == request.body)
        #expect(arrived.path == "/3/device/00ff")
        #expect(arrived.fields["apns-id"] == "one")
        #expect(arrived.fields.first { $0.name == "apns-id" }?.isIndexed == false)
    }

    @Test func bodyLargerThanEveryWindowArrivesWhole() throws {
        var large = request
        large.body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        _ = try client.send(request: large)

        let seen = try settle()

        guard case .message(_, let arrived) = seen.server.last else {
            Issue.record("no message")
            return
        }
        #expect(arrived.body == large.body)
    }

    @Test func emptyAnswerEndsTheStreamWithoutAReset() throws {
        let stream = try client.send(request: request)
        _ = try settle()
        let answer = Message(fields: [HeaderField(":status", "200"), HeaderField("apns-id", "one")])
        try server.send(response: answer, on: stream)

        let seen = try settle()

        #expect(seen.client == [.message(stream: 1, answer), .closed(stream: 1, .noError)])
        #expect(seen.server == [.closed(stream: 1, .noError)])
    }

    @Test func interimAnswerIsNotTheAnswer() throws {
        let stream = try client.send(request: request)
        _ = try settle()
        let final = Message(fields: [HeaderField(":status", "200")], body: [1])
        // HEADERS, END_HEADERS, stream 1: `:status: 103` as a literal.
        let interim: [UInt8] = [0, 0, 5, 1, 4, 0, 0, 0, 1, 0x08, 3] + "103".utf8
        try interim.withUnsafeBytes { try client.receive($0) }
        try server.send(response: final, on: stream)

        let seen = try settle()

        #expect(seen.client.first == .message(stream: 1, final))
    }

    @Test func limitIsAnnouncedAndFollowed() throws {
        #expect(try settle().client.contains(.streamLimit(3)))
        try server.announce(maxConcurrentStreams: 1)

        #expect(try settle().client == [.streamLimit(1)])
    }

    @Test func goAwayRefusesTheStreamsAboveTheLast() throws {
        _ = try client.send(request: request)
        _ = try client.send(request: request)
        _ = try settle()
        try server.goAway(after: 1, .noError, debug: [UInt8](#"{"reason":"Shutdown"}"#.utf8))

        let seen = try settle().client

        #expect(
            seen == [
                .goAway(lastStream: 1, .noError, debug: [UInt8](#"{"reason":"Shutdown"}"#.utf8)),
                .closed(stream: 3, .refusedStream),
            ])
    }

    @Test func requestCaughtByGoAwayBeforeItLeftIsRefused() throws {
        _ = try settle()
        try server.goAway(after: nil, .noError)
        var toClient: [UInt8] = []
        try server.appendOutput(to: &toClient, limit: 1 << 20)
        let stream = try client.send(request: request)
        try toClient.withUnsafeBytes { try client.receive($0) }

        let seen = try settle()

        #expect(seen.client.contains(.closed(stream: stream, .refusedStream)))
        #expect(!seen.server.contains { if case .message = $0 { true } else { false } })
    }

    @Test func resetIsReportedWithItsCode() throws {
        let stream = try client.send(request: request)
        _ = try settle()
        try server.reset(stream, .internalError)

        #expect(try settle().client == [.closed(stream: 1, .internalError)])
    }

    @Test func pingIsAnswered() throws {
        try client.ping(77)

        #expect(try settle().client.contains(.pong(77)))
    }

    @Test func bytesThatAreNotHTTP2EndTheSession() throws {
        let bytes = [UInt8]("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)
        try bytes.withUnsafeBytes { try client.receive($0) }
        var output: [UInt8] = []

        try client.appendOutput(to: &output, limit: 1 << 20)

        #expect(client.isOver)
    }
}
