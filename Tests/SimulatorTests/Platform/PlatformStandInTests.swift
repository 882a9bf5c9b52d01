import Crypto
import HTTP
import HTTPClient
import JSON
import JWT
import TestSupport
import Testing

@testable import Simulator

/// Calls over sockets, against a server that keeps what it is sent.
@Suite(.serialized, .ownThread, .bounded) struct PlatformStandInTests {
    private func start(
        _ server: FakeServer, _ traces: Traces<PlatformTrace> = Traces(), account: PlatformAccount? = nil
    ) throws -> PlatformStandIn {
        try PlatformStandIn.start(account ?? server.account, pace: .instant, trace: traces.hear)
    }

    private func post(_ url: String, token: String? = nil) throws -> (status: Int, body: JSONValue?) {
        var fields: Fields = [:]
        fields["Authorization"] = token.map { "Bearer " + $0 }
        let response = try HTTPClient().send(ClientRequest(.post, url, fields: fields, body: []))
        return (response.status, try? JSONValue.parse(response.body))
    }

    @Test func aCallIsAskedToldAndSignedInThePlatformsOrder() async throws {
        let server = try FakeServer { seen, _ in
            seen.path == "/webhooks/answer" ? FakeServer.connectToAlice : Response()
        }
        let traces = Traces<PlatformTrace>()
        let platform = try start(server, traces)

        let call = try platform.place(from: "447700900123", to: "447700900001")
        let session = try post(platform.url + "/v1/sessions", token: FakeServer.token(for: "Alice"))
        let id = try #require(session.body?["id"]?.string)
        let taken = try post("\(platform.url)/v1/sessions/\(id)/calls/\(call.uuid)/answer")
        _ = traces.first {
            if case .told(let event, _, _) = $0.what, event.status == .answered, event.to == "Alice" {
                true
            } else {
                nil
            }
        }
        call.hangUp()
        call.waitUntilOver()

        #expect(session.status == 201)
        #expect(taken.status == 200)
        #expect(
            server.events == [
                "inbound started", "inbound ringing", "inbound answered", "outbound started", "outbound ringing",
                "outbound answered", "outbound completed", "inbound completed",
            ])
        let asked = try #require(server.seen.first { $0.path == "/webhooks/answer" })
        #expect(asked.method == .get)
        #expect(asked.query.map(\.name) == ["to", "from", "conversation_uuid", "uuid", "endpoint_type"])
        #expect(asked.query.first { $0.name == "uuid" }?.value == call.uuid.text)
        #expect(server.seen.allSatisfy { $0.isSigned })
        await platform.stop()
        await server.stop()
    }

    @Test func anAnswerWebhookCanBePosted() async throws {
        let server = try FakeServer { seen, _ in
            seen.path == "/webhooks/answer" ? FakeServer.ncco(#"[{"action":"talk","text":"Hi"}]"#) : Response()
        }
        var account = server.account
        account.webhooks.answerMethod = .post
        let platform = try start(server, account: account)

        try platform.place(from: "447700900123", to: "447700900001").waitUntilOver()

        let asked = try #require(server.seen.first { $0.path == "/webhooks/answer" })
        #expect(asked.method == .post)
        #expect(asked.body?["to"]?.string == "447700900001")
        #expect(asked.isSigned)
        #expect(server.events.suffix(1) == ["inbound completed"])
        await platform.stop()
        await server.stop()
    }

    @Test func aBrokenAnswerLeadsToTheFallbackAndIsComplainedOf() async throws {
        let server = try FakeServer { seen, _ in
            switch seen.path {
            case "/webhooks/answer": FakeServer.ncco(#"{"action":"talk"}"#)
            case "/webhooks/fallback": FakeServer.ncco(#"[{"action":"talk","text":"Sorry"}]"#)
            default: Response()
            }
        }
        let platform = try start(server)

        try platform.place(from: "447700900123", to: "447700900001").waitUntilOver()

        let fallback = try #require(server.seen.first { $0.path == "/webhooks/fallback" })
        #expect(fallback.query.contains { $0.name == "reason" && $0.value.hasPrefix("Syntax error in NCCO.") })
        #expect(
            fallback.query.first { $0.name == "original_request" }?.value
                == #"{"url":"\#(server.url)/webhooks/answer","type":"answer"}"#)
        #expect(fallback.isSigned)
        #expect(server.seen.contains { $0.body?["reason"]?.string?.hasPrefix("Syntax error in NCCO.") == true })
        #expect(server.events.contains("inbound answered"))
        await platform.stop()
        await server.stop()
    }

    @Test func anEventIsToldOnceMoreAfterAServersFault() async throws {
        let server = try FakeServer { seen, count in
            switch seen.path {
            case "/webhooks/event": Response(count == 0 ? .serviceUnavailable : .ok)
            default: FakeServer.ncco("[]")
            }
        }
        let platform = try start(server)

        try platform.place(from: "447700900123", to: "447700900001").waitUntilOver()

        #expect(server.events.prefix(3) == ["inbound started", "inbound started", "inbound ringing"])
        await platform.stop()
        await server.stop()
    }

    @Test func onlyAUsersOwnTokenOpensASession() async throws {
        let server = try FakeServer { _, _ in Response() }
        let platform = try start(server)
        let url = platform.url + "/v1/sessions"
        let noSessions = try ACL(text: #"{"paths":{"/*/devices/**":{}}}"#)

        #expect(try post(url).status == 401)
        #expect(try post(url, token: "a.b.c").status == 401)
        #expect(try post(url, token: FakeServer.token(for: nil)).status == 401)
        #expect(try post(url, token: FakeServer.token(for: "Alice", key: .generate())).status == 401)
        #expect(try post(url, token: FakeServer.token(for: "Alice", acl: noSessions)).status == 403)
        #expect(try post(url, token: FakeServer.token(for: "Alice", acl: .receive)).status == 201)
        await platform.stop()
        await server.stop()
    }

    @Test func aCallNobodyPlacedCannotBeTaken() async throws {
        let server = try FakeServer { _, _ in Response() }
        let platform = try start(server)
        let session = try post(platform.url + "/v1/sessions", token: FakeServer.token(for: "Alice"))
        let id = try #require(session.body?["id"]?.string)

        let taken = try post("\(platform.url)/v1/sessions/\(id)/calls/3f0c2a9e-6d1b-4f57-9a3e-1b5f0c7d8e21/answer")
        let stranger = try post("\(platform.url)/v1/sessions/none/calls/x/answer")

        #expect(taken.status == 404)
        #expect(stranger.status == 401)
        await platform.stop()
        await server.stop()
    }

    @Test func stoppingEndsRingingCalls() async throws {
        let server = try FakeServer { seen, _ in
            seen.path == "/webhooks/answer" ? FakeServer.connectToAlice : Response()
        }
        let traces = Traces<PlatformTrace>()
        let platform = try start(server, traces)
        _ = try platform.place(from: "447700900123", to: "447700900001")
        _ = traces.first { if case .told(let event, _, _) = $0.what, event.to == "Alice" { true } else { nil } }

        await platform.stop()

        #expect(server.events.suffix(3) == ["outbound cancelled", "outbound completed", "inbound completed"])
        await server.stop()
    }
}
