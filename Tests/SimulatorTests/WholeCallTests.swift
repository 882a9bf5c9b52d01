import HTTP
import JSON
import Synchronization
import Telephony
import TestSupport
import Testing

@testable import Simulator

/// Platform, gateway and phone together, around a server that pushes by itself.
@Suite(.serialized, .ownThread, .bounded) struct WholeCallTests {
    /// The set for one call.
    private final class Stage: Sendable {
        let gateway: APNsGateway
        let server: FakeServer
        let platform: PlatformStandIn
        let phone: PhantomPhone
        let platformTraces = Traces<PlatformTrace>()
        let phoneTraces = Traces<PhoneTrace>()
        let voipToken: String
        private let sender: PushSender

        init(_ habit: PhantomPhone.Habit = .answers) throws {
            gateway = try APNsGateway.start()
            server = try FakeServer { seen, _ in
                switch seen.path {
                case "/webhooks/answer": FakeServer.connectToAlice
                case "/client/devices": .json(Array(#"{"id":"DEV-1"}"#.utf8), status: .created)
                case "/client/me": .json(Array(#"{"name":"Alice"}"#.utf8))
                default: Response()
                }
            }
            platform = try PlatformStandIn.start(server.account, pace: .instant, trace: platformTraces.hear)
            var setup = PhantomPhone.Setup(
                server: server.url, platform: platform.url, bundleID: "com.example.calls",
                userToken: try FakeServer.token(for: "Alice"))
            setup.habit = habit
            phone = PhantomPhone(setup, trace: phoneTraces.hear)
            sender = try PushSender(to: gateway)
            _ = try phone.switchOn(at: gateway)
            let registered = server.seen.first { $0.path == "/client/devices" }?.body
            voipToken = registered?["tokens"]?[0]?["token"]?.string ?? ""
        }

        /// Pushes an invitation to the call, as the server would.
        func push(_ call: SimulatedCall, id: String = "b7d9e0c4-52aa-4f0e-8c36-f1a4d2907b65") async throws -> Int? {
            let payload: JSONObject = [
                "nexmo": [
                    "type": "member:invited",
                    "body": [
                        "channel": [
                            "id": .string(call.uuid.uuid?.description ?? ""),
                            "from": ["type": "phone", "number": "447700900123"], "to": ["user": "Alice"],
                        ]
                    ],
                ]
            ]
            return try await sender.push(to: voipToken, id: id, payload: payload.serialized()).status
        }

        func strike() async {
            phone.switchOff()
            await platform.stop()
            sender.stop()
            gateway.stop()
            await server.stop()
        }
    }

    @Test func aPushedPhoneSignsInAndTakesTheCall() async throws {
        let stage = try Stage()

        let call = try stage.platform.place(from: "447700900123", to: "447700900001")
        let status = try await stage.push(call)
        let answered = stage.phoneTraces.first { if case .answered(let invitation) = $0 { invitation } else { nil } }
        _ = stage.platformTraces.first {
            if case .told(let event, _, _) = $0.what, event.to == "Alice", event.status == .answered {
                true
            } else {
                nil
            }
        }
        call.hangUp()
        call.waitUntilOver()

        #expect(status == 200)
        #expect(answered?.call == call.uuid.uuid)
        #expect(answered?.caller == "447700900123")
        #expect(
            stage.server.seen.filter { $0.path.hasPrefix("/client") }.map { "\($0.method) \($0.path)" }
                == ["POST /client/devices", "GET /client/me"])
        #expect(stage.server.events.suffix(3) == ["outbound answered", "outbound completed", "inbound completed"])
        await stage.strike()
    }

    @Test func aPhoneThatIsPushedTwiceRingsOnce() async throws {
        let stage = try Stage()
        let call = try stage.platform.place(from: "447700900123", to: "447700900001")

        _ = try await stage.push(call)
        _ = try await stage.push(call, id: "b7d9e0c4-52aa-4f0e-8c36-f1a4d2907b66")
        _ = stage.phoneTraces.first { if case .answered = $0 { true } else { nil } }
        stage.phone.hangUp()
        call.waitUntilOver()
        await stage.strike()

        #expect(stage.gateway.log.count == 2)
        #expect(!stage.phoneTraces.rest.contains { if case .rang = $0 { true } else { false } })
        #expect(stage.server.seen.count { $0.path == "/client/me" } == 1)
    }

    @Test func aPhoneThatDeclinesIsNotJoined() async throws {
        let stage = try Stage(.declines)
        let call = try stage.platform.place(from: "447700900123", to: "447700900001")

        _ = try await stage.push(call)
        call.waitUntilOver()

        #expect(stage.server.events.suffix(2) == ["outbound rejected", "inbound completed"])
        await stage.strike()
    }

    @Test func theRegistrationNamesBothTokensAndTheApp() async throws {
        let stage = try Stage()

        let body = stage.server.seen.first { $0.path == "/client/devices" }?.body

        #expect(body?["bundle_id"]?.string == "com.example.calls")
        #expect(body?["tokens"]?.array?.compactMap { $0["kind"]?.string } == ["voip", "alert"])
        #expect(body?["tokens"]?.array?.allSatisfy { $0["token"]?.string?.utf8.count == 64 } == true)
        #expect(stage.server.seen.first?.authorization?.hasPrefix("Bearer ") == true)
        await stage.strike()
    }
}
