import HTTP
import JSON
import Registry
import Telephony
import TestSupport
import Testing

/// `/webhooks/flow/{flow}`: events whose answer says how the call goes on.
@Suite struct FlowStepTests {
    private let call = "aaaaaaaa-0000-4000-8000-000000000002"
    private let leg = "cccccccc-0000-4000-8000-000000000003"
    private let conversation = "CON-bbbbbbbb-0000-4000-8000-000000000001"

    private func input(_ digits: String) -> String {
        #"{"dtmf":{"digits":"\#(digits)","timed_out":false},"from":"447700900123","to":"\#(TestAPI.number)","uuid":"\#(call)","conversation_uuid":"\#(conversation)","timestamp":"2026-03-01T09:00:20.000Z"}"#
    }

    private func state(_ status: String, to: String = "Bob") -> String {
        #"{"uuid":"\#(leg)","conversation_uuid":"\#(conversation)","status":"\#(status)","direction":"outbound","from":"447700900123","to":"\#(to)","timestamp":"2026-03-01T09:00:30.000Z"}"#
    }

    private let steps = [
        "menu-1": #"[{"action":"connect","endpoint":[{"type":"app","user":"{{user.name}}"}]}]"#,
        "message":
            #"[{"action":"talk","text":"{{user.display_name|Nobody}} is away."},{"action":"record","beepStart":true,"endOnKey":"1"}]"#,
        "then-alice": #"[{"action":"connect","endpoint":[{"type":"app","user":"Alice"}]}]"#,
    ]

    @Test func aKeyIsAnsweredWithItsFlowAndRings() async throws {
        try await withAPI(TestAPI(flows: steps)) { api in
            try await api.addDevice(of: api.alice)

            let reply = try await api.post("/webhooks/flow/menu", json: input("1"))

            #expect(reply.status == 200)
            #expect(reply.fields["Content-Type"] == "application/json")
            #expect(reply.text == #"[{"action":"connect","endpoint":[{"type":"app","user":"Alice"}]}]"#)
            #expect(api.ringer.rung.map(\.user) == [api.alice.id])
            #expect(api.ringer.rung.map(\.call.text) == [CallUUID(call)?.text])
            #expect(try await api.events().count == 1)
        }
    }

    @Test func theSameAgainIsAnsweredAlikeAndRingsNobody() async throws {
        try await withAPI(TestAPI(flows: steps)) { api in
            try await api.addDevice(of: api.alice)

            let first = try await api.post("/webhooks/flow/menu", json: input("1"))
            let second = try await api.post("/webhooks/flow/menu", json: input("1"))

            #expect(first.body == second.body)
            #expect(api.ringer.rung.count == 1)
            #expect(try await api.events().count == 1)
        }
    }

    @Test(arguments: ["2", "", "*"])
    func anotherKeyLetsTheFlowGoOn(digits: String) async throws {
        try await withAPI(TestAPI(flows: steps)) { api in
            let reply = try await api.post("/webhooks/flow/menu", json: input(digits))

            #expect(reply.status == 200)
            #expect(reply.body.isEmpty)
            #expect(try await api.events().count == 1)
        }
    }

    @Test func whoDoesNotAnswerGetsAMessage() async throws {
        try await withAPI(TestAPI(flows: steps)) { api in
            let started = try await api.post("/webhooks/flow/message", json: state("started"))
            let timeout = try await api.post("/webhooks/flow/message", json: state("timeout"))

            #expect(started.body.isEmpty)
            #expect(timeout.json?[0]?["text"] == "Bob is away.")
            #expect(try await api.events().count == 2)
        }
    }

    /// The end of the first attempt must not stop the phones of the second.
    @Test func theNextOneIsRungForTheSameCall() async throws {
        try await withAPI(TestAPI(flows: steps)) { api in
            try await api.addDevice(of: api.alice)
            try await api.addDevice(of: api.bob, token: String(repeating: "b2", count: 32))
            try await api.addNumber("447700900005", rings: api.bob.id)
            _ = try await api.answer(call, to: "447700900005")

            let reply = try await api.post("/webhooks/flow/then-alice", json: state("timeout"))

            #expect(reply.json?[0]?["action"] == "connect")
            #expect(api.ringer.rung.map(\.user) == [api.bob.id, api.alice.id])
            #expect(Set(api.ringer.rung.map(\.call)).count == 1)
            #expect(api.ringer.ended.isEmpty)
        }
    }

    @Test func aMissingStepIsSpokenAndTold() async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await api.post("/webhooks/flow/message", json: state("busy"))

            #expect(reply.json?[0]?["text"] == "Sorry.")
            #expect(try await eventually { try await api.problems().map(\.code) == ["missing_flow"] })
        }
    }

    @Test func aStepIsSignedLikeEveryWebhook() async throws {
        try await withAPI(TestAPI(flows: steps) { $0.signedWebhooks = .required }) { api in
            let reply = try await api.post("/webhooks/flow/menu", json: input("1"))

            #expect(reply.status == 503)
            #expect(reply.code == "unsigned_event")
            #expect(try await api.events().isEmpty)
        }
    }

    @Test(arguments: ["..%2F..%2Fetc", "%7B%7B", "-"])
    func anOddNameIsNoStep(name: String) async throws {
        try await withAPI(TestAPI(flows: steps)) { api in
            let reply = try await api.post("/webhooks/flow/\(name)", json: input("1"))

            #expect(reply.body.isEmpty)
            #expect(api.ringer.rung.isEmpty)
        }
    }
}
