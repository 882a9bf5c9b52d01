import HTTP
import JSON
import Registry
import Telephony
import TestSupport
import Testing

@Suite struct EventTests {
    private let call = "aaaaaaaa-0000-4000-8000-000000000002"
    private let conversation = "CON-bbbbbbbb-0000-4000-8000-000000000001"

    private func state(_ status: String, of call: String? = nil, direction: String = "inbound") -> String {
        #"{"uuid":"\#(call ?? self.call)","conversation_uuid":"\#(conversation)","status":"\#(status)","direction":"\#(direction)","from":"447700900123","to":"447700900000","timestamp":"2026-03-01T09:00:00.101Z"}"#
    }

    @Test func anEventIsOnRecordAsItCameWhenItIsAcknowledged() async throws {
        try await withAPI(TestAPI()) { api in
            let body =
                #"{ "status" : "answered",  "uuid":"\#(call)", "start_time":null, "n": 9007199254740993, "x":"a\/b" }"#

            let reply = try await api.post("/webhooks/event", json: body)
            let events = try await api.events()

            #expect(reply.status == 200)
            #expect(reply.body.isEmpty)
            #expect(events.map { String(decoding: $0.body, as: UTF8.self) } == [body])
            #expect(try await api.calls().map(\.record.status) == [.answered])
        }
    }

    @Test func theSameEventAgainIsRecordedOnce() async throws {
        try await withAPI(TestAPI()) { api in
            for _ in 0..<5 { #expect(try await api.post("/webhooks/event", json: state("completed")).status == 200) }

            #expect(try await api.events().count == 1)
            let metrics = try await api.get("/metrics", auth: api.adminBasic)
            #expect(metrics.text.contains("\nhookline_events_recorded_total 1\n"))
            #expect(metrics.text.contains("\nhookline_events_repeated_total 4\n"))
        }
    }

    @Test(arguments: ["future_state", "", "RINGING"])
    func anEventNobodyUnderstandsIsKept(status: String) async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await api.post("/webhooks/event", json: state(status))

            #expect(reply.status == 200)
            #expect(try await api.events().count == 1)
        }
    }

    @Test(arguments: ["{}", #"{"x":null}"#, #"{"uuid":7,"status":{"a":[]}}"#])
    func anObjectWithoutACallIsKept(body: String) async throws {
        try await withAPI(TestAPI()) { api async throws in
            #expect(try await api.post("/webhooks/event", json: body).status == 200)
            #expect(try await api.events().map { String(decoding: $0.body, as: UTF8.self) } == [body])
        }
    }

    @Test func readsAQueryAndAForm() async throws {
        try await withAPI(TestAPI()) { api in
            let get = try await api.get("/webhooks/event?uuid=g1&status=answered&from=%2B447700900123&rate=")
            let form = try await api.send(
                .post, "/webhooks/event", fields: ["Content-Type": "application/x-www-form-urlencoded"],
                body: Array("uuid=f1&status=completed&duration=3".utf8))

            #expect([get.status, form.status] == [200, 200])
            #expect(
                try await api.events().map { String(decoding: $0.body, as: UTF8.self) } == [
                    #"{"uuid":"g1","status":"answered","from":"+447700900123","rate":""}"#,
                    #"{"uuid":"f1","status":"completed","duration":"3"}"#,
                ])
        }
    }

    @Test(arguments: ["[]", "\"x\"", "{", "", "null", #"{"a":1}{"b":2}"#])
    func whatIsNoObjectIsRefusedInWords(body: String) async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await api.post("/webhooks/event", json: body)

            #expect(reply.status == 400)
            #expect(reply.fields["Content-Type"] == "application/problem+json")
            #expect(reply.code == "unreadable_event")
            #expect(reply.json?["detail"]?.string?.isEmpty == false)
            #expect(try await api.events().isEmpty)
        }
    }

    @Test func aCompressedBodyIsRefusedAsSuch() async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await api.send(
                .post, "/webhooks/event", fields: ["Content-Encoding": "gzip", "Content-Type": "application/json"],
                body: [0x1F, 0x8B, 0x08])

            #expect(reply.status == 415)
            #expect(try await api.events().isEmpty)
        }
    }

    @Test func aComplaintOfThePlatformIsListedWhenTheEventIsAcknowledged() async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await api.post(
                "/webhooks/event",
                json: #"{"reason":"Syntax error in NCCO.","conversation_uuid":"\#(conversation)"}"#)
            let problems = try await api.problems()

            #expect(reply.status == 200)
            #expect(problems.map(\.code) == ["provider_error"])
            #expect(problems.map(\.detail) == ["Syntax error in NCCO."])
        }
    }

    @Test func anRTCEventIsFiledUnderItsConversationAndIsNoCall() async throws {
        try await withAPI(TestAPI()) { api in
            let body = try Fixtures.bytes("webhooks/rtc-rtc-hangup.json")

            let reply = try await api.send(.post, "/webhooks/rtc", body: body)
            let events = try await api.events()

            #expect(reply.status == 200)
            #expect(events.map(\.source) == [.rtc])
            #expect(events.map(\.body) == [body])
            #expect(events.allSatisfy { $0.conversation != nil })
            #expect(try await api.calls().isEmpty)
        }
    }

    @Test func anEventForAnUnknownApplicationIsKept() async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await api.post(
                "/apps/00000000-0000-4000-8000-00000000dead/webhooks/event", json: state("started"))

            #expect(reply.status == 200)
            #expect(try await api.events().map(\.application) == [nil])
        }
    }

    @Test func anEventIsTheApplicationsOfItsConversation() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await api.addApplication("Other")
            _ = try await api.post("/webhooks/event", json: state("started"))
            // A leg to a user: neither number nor path tells whose it is.
            let leg = #"{"uuid":"leg-2","conversation_uuid":"\#(conversation)","status":"ringing","to":"Alice"}"#

            let reply = try await api.post("/webhooks/event", json: leg)

            #expect(reply.status == 200)
            #expect(try await api.calls().map(\.application) == [api.application.id, api.application.id])
        }
    }

    // MARK: What it means for phones that ring

    @Test func theEndOfACallStopsItsRinging() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await api.post("/webhooks/event", json: state("completed"))

            #expect(api.ringer.ended == [CallUUID(call)])
        }
    }

    @Test(arguments: ["started", "ringing", "answered"])
    func theCallersOwnLegGoesOnRinging(status: String) async throws {
        try await withAPI(TestAPI()) { api in
            try await api.addDevice(of: api.alice)
            _ = try await api.answer(call)

            _ = try await api.post("/webhooks/event", json: state(status))

            #expect(api.ringer.ended.isEmpty)
        }
    }

    @Test(arguments: ["answered", "rejected", "timeout"])
    func theUsersLegStopsTheRinging(status: String) async throws {
        try await withAPI(TestAPI()) { api in
            try await api.addDevice(of: api.alice)
            _ = try await api.answer(call)

            _ = try await api.post("/webhooks/event", json: state("ringing", of: "leg-2", direction: "outbound"))
            let before = api.ringer.ended
            _ = try await api.post("/webhooks/event", json: state(status, of: "leg-2", direction: "outbound"))

            #expect(before.isEmpty)
            #expect(api.ringer.ended.contains { $0 == CallUUID(call) })
        }
    }

    // MARK: A store that cannot keep up

    @Test func anEventThatCannotBeRecordedInTimeIsRefused() async throws {
        try await withAPI(TestAPI { $0.eventPatience = .milliseconds(200) }) { api in
            let release = await api.blockStore()

            let reply = try await api.post("/webhooks/event", json: state("answered"))
            release()

            #expect(reply.status == 503)
            #expect(reply.fields["Retry-After"] == "5")
            #expect(reply.code == "store_unavailable")
            // Sent again until it is taken, as the platform does, it is there once.
            #expect(
                try await eventually { try await api.post("/webhooks/event", json: state("answered")).status == 200 })
            #expect(try await api.events().count == 1)
        }
    }

    @Test func anEventIsNotAcknowledgedBeforeItsCommit() async throws {
        try await withAPI(TestAPI()) { api in
            let release = await api.blockStore()
            let isAnswered = Flag()

            async let reply = {
                let reply = try await api.post("/webhooks/event", json: state("answered"))
                isAnswered.raise()
                return reply
            }()
            // The server is there and has other answers.
            for _ in 0..<20 { _ = try await api.get("/healthz") }
            let early = isAnswered.isRaised
            release()

            #expect(!early)
            #expect(try await reply.status == 200)
        }
    }
}
