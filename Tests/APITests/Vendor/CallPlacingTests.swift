import HTTP
import JSON
import Registry
import Synchronization
import Telephony
import Testing

@testable import API

@Suite struct CallPlacingTests {
    private static let path = "/v1/calls"
    private let order = #"{"to":[{"type":"phone","number":"447700900002"}],"ncco":[{"action":"talk","text":"Hi"}]}"#

    private func put(_ api: TestAPI, _ call: String, _ json: String) async throws -> Reply {
        try await api.send(
            .put, "\(Self.path)/\(call)", auth: try api.bearer(), fields: ["Content-Type": "application/json"],
            body: Array(json.utf8))
    }

    @Test func placesACall() async throws {
        let platform = RecordingPlatform()
        try await withAPI(TestAPI(platform: platform)) { api in
            let placed = try await api.post(Self.path, auth: try api.bearer(), json: order)

            #expect(placed.status == 201)
            #expect(
                placed.json == [
                    "uuid": "22222222-3333-4444-8555-666666666666", "status": "started", "direction": "outbound",
                    "conversation_uuid": "CON-11111111-2222-4333-8444-555555555555",
                ])
            #expect(platform.orders == [JSONValue.object(try #require(try JSONValue.parse(order).object))])
            #expect(platform.applications == [api.application.id])
        }
    }

    @Test(arguments: [
        (CallPlatformError.badOrder(name: "event_url", reason: "is required"), 400), (.unknownCall, 404),
        (.tooMany, 429),
    ])
    func tellsWhyACallWasNotPlaced(error: CallPlatformError, status: Int) async throws {
        try await withAPI(TestAPI(platform: RecordingPlatform(failing: error))) { api in
            let refused = try await api.post(Self.path, auth: try api.bearer(), json: order)

            #expect(refused.status == status)
            if status == 400 {
                #expect(refused.json?["type"] == 400)
                #expect(refused.json?["invalid_parameters"] == [["name": "event_url", "reason": "is required"]])
            }
            if status == 429 { #expect(refused.fields["Retry-After"] == "1") }
        }
    }

    @Test func controlsItsOwnCallsOnly() async throws {
        let platform = RecordingPlatform()
        try await withAPI(TestAPI(platform: platform)) { api in
            _ = try await api.answer("22222222-3333-4444-8555-666666666666")

            let changed = try await put(api, "22222222-3333-4444-8555-666666666666", #"{"action":"hangup"}"#)
            let unknown = try await put(api, "99999999-0000-4000-8000-000000000000", #"{"action":"hangup"}"#)

            #expect(changed.status == 204)
            #expect(changed.body.isEmpty)
            #expect(unknown.status == 404)
            #expect(platform.orders == [["action": "hangup"]])
        }
    }
}

/// Places no calls and remembers what was asked for.
private final class RecordingPlatform: CallPlatform {
    private struct State {
        var orders: [JSONValue] = []
        var applications: [ApplicationID] = []
    }

    private let state = Mutex(State())
    private let failure: CallPlatformError?

    init(failing failure: CallPlatformError? = nil) { self.failure = failure }

    var orders: [JSONValue] { state.withLock { $0.orders } }
    var applications: [ApplicationID] { state.withLock { $0.applications } }

    func place(_ order: JSONObject, for application: ApplicationID) async throws(CallPlatformError) -> PlacedCall {
        if let failure { throw failure }
        state.withLock { state in
            state.orders.append(.object(order))
            state.applications.append(application)
        }
        guard let call = CallUUID("22222222-3333-4444-8555-666666666666"),
            let conversation = ConversationID("CON-11111111-2222-4333-8444-555555555555")
        else { throw .unknownCall }
        return PlacedCall(call: call, conversation: conversation)
    }

    func update(_ call: CallUUID, _ order: JSONObject) async throws(CallPlatformError) {
        if let failure { throw failure }
        state.withLock { $0.orders.append(.object(order)) }
    }
}
