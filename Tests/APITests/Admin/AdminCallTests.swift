import JSON
import Registry
import Telephony
import TestSupport
import Testing

@testable import API

@Suite struct AdminCallTests {
    private let call = "aaaaaaaa-0000-4000-8000-000000000001"

    private func tell(_ api: TestAPI, _ json: String) async throws {
        guard try await api.post("/webhooks/event", json: json).status == 200 else { throw Unfit() }
    }

    @Test func showsACallWithWhomItRang() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await api.answer(call)

            let shown = try await api.get("/admin/v1/calls/\(call)", auth: api.adminBasic)
            let vendors = try await api.get("/v1/calls/\(call)", auth: try api.bearer())

            #expect(shown.json?["application_id"]?.string == api.application.id.description)
            #expect(shown.json?["user"]?.string == "Alice")
            for (key, value) in try #require(vendors.json?.object).members { #expect(shown.json?[key] == value) }
        }
    }

    @Test func anUnknownCallIsNotFound() async throws {
        try await withAPI(TestAPI()) { api in
            for path in ["/admin/v1/calls/\(call)", "/admin/v1/calls/\(call)/events"] {
                let reply = try await api.get(path, auth: api.adminBasic)

                #expect(reply.status == 404)
                #expect(reply.code == "call_not_found")
            }
        }
    }

    @Test func listsTheCallsOfAllAndOfOne() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await api.answer(call)
            try await api.registry.write { tx in try ApplicationStore(tx).create(Application(name: "Other")) }
            try await tell(api, #"{"uuid":"stray","status":"ringing","to":"447700900777"}"#)

            let all = try await api.get("/admin/v1/calls?order=desc&page_size=1", auth: api.adminBasic)
            let one = try await api.get(
                "/admin/v1/applications/\(api.application.id)/calls", auth: api.adminBasic)

            #expect(all.json?["count"]?.int == 2)
            #expect(all.json?["_embedded"]?["calls"]?[0]?["uuid"]?.string == "stray")
            #expect(all.json?["_embedded"]?["calls"]?[0]?["application_id"] == .null)
            #expect(
                all.json?["_links"]?["next"]?["href"]?.string
                    == "/admin/v1/calls?page_size=1&record_index=1&order=desc")
            #expect(one.json?["_embedded"]?["calls"]?.array?.map { $0["uuid"]?.string } == [call])
        }
    }

    @Test func showsEventsAsTheyCame() async throws {
        try await withAPI(TestAPI()) { api in
            let conversation = "CON-bbbbbbbb-0000-4000-8000-000000000001"
            try await tell(
                api,
                #"{"uuid":"\#(call)","conversation_uuid":"\#(conversation)","status":"answered","to":"447700900000","timestamp":"2026-03-01T09:00:00.101Z"}"#
            )
            try await tell(
                api,
                #"{"recording_url":"https://example.com/v1/files/r1","size":12345678901234567890,"conversation_uuid":"\#(conversation)"}"#
            )
            try await tell(api, #"{"uuid":"\#(call)","status":"future_state"}"#)

            let reply = try await api.get("/admin/v1/calls/\(call)/events", auth: api.adminBasic)
            let events = try #require(reply.json?["events"]?.array)

            #expect(events.map { $0["status"]?.string } == ["answered", nil, "future_state"])
            #expect(events[0]["timestamp"]?.string == "2026-03-01T09:00:00.101Z")
            #expect(events[0]["received_at"]?.string == "2026-03-01T09:00:00.000Z")
            #expect(events[1]["body"]?["size"]?.number?.text == "12345678901234567890")
            #expect(reply.text.contains("https://example.com/v1/files/r1"))
        }
    }

    @Test func showsWhatPushesCameTo() async throws {
        try await withAPI(TestAPI()) { api in
            let device = try await api.addDevice(of: api.alice)
            _ = try await api.answer(call)
            #expect(try await eventually { try await !api.calls().isEmpty }, "the call is on record")
            let push = PushID.random()
            api.registry.record(
                PushResult(
                    push: push, call: try #require(CallUUID(call)), device: device.id, user: api.alice.id,
                    application: api.application.id, attempt: 1, queuedAt: api.clock.now,
                    finishedAt: api.clock.now, status: 403, reason: "MissingProviderToken", apnsID: "x",
                    milliseconds: 12, decision: "given up", isLast: true))

            let path = "/admin/v1/push-log?call=\(call)"
            #expect(
                try await eventually {
                    try await api.get(path, auth: api.adminBasic).json?["attempts"]?.array?.count == 1
                }, "the try is shown")
            let attempt = try await api.get(path, auth: api.adminBasic).json?["attempts"]?[0]

            #expect(
                attempt == [
                    "at": "2026-03-01T09:00:00.000Z", "call": .string(call), "device_id": .string(device.id.text),
                    "user": "Alice", "kind": "voip", "attempt": 1, "status": 403, "reason": "MissingProviderToken",
                    "apns_id": "x", "milliseconds": 12, "decision": "given up",
                ])
            #expect(try await api.get("/admin/v1/push-log", auth: api.adminBasic).json?["attempts"]?.array?.count == 1)
            #expect(
                try await api.get("/admin/v1/push-log?call=other", auth: api.adminBasic).json == ["attempts": []])
        }
    }

    @Test func showsProblems() async throws {
        try await withAPI(TestAPI()) { api in
            let application = api.application.id
            try await api.registry.write { tx in
                for _ in 0..<2 {
                    try ProblemStore(tx).note(
                        StoredProblem(
                            code: "provider_error", subject: "x", application: application,
                            detail: "Syntax error in NCCO."))
                }
            }

            let all = try await api.get("/admin/v1/problems", auth: api.adminBasic)
            let others = try await api.get(
                "/admin/v1/problems?application_id=\(ApplicationID.random())", auth: api.adminBasic)

            let problem = all.json?["problems"]?[0]
            #expect(problem?["code"]?.string == "provider_error")
            #expect(problem?["detail"]?.string == "Syntax error in NCCO.")
            #expect(problem?["count"]?.int == 2)
            #expect(problem?["application_id"]?.string == application.description)
            #expect(problem?["first_at"]?.string == "2026-03-01T09:00:00.000Z")
            #expect(others.json == ["problems": []])
        }
    }

    @Test func checksWhatAnSDKWouldRefuse() async throws {
        try await withAPI(TestAPI()) { api in
            func check(_ query: String) async throws -> Reply {
                try await api.post(
                    "/admin/v1/ncco/check" + query, auth: api.adminBasic,
                    json: #"[{"action":"connect","endpoint":[{"type":"app","user":"alice"}]}]"#)
            }

            let some = try await check("?vendor=python-sdk,schema-2021")
            let unknown = try await check("?vendor=cobol-sdk")

            #expect(some.status == 200)
            #expect(some.json?["findings"]?.array?.map { $0["rule"] } == ["N039", "N039"])
            #expect(unknown.status == 400)
            #expect(unknown.json?["code"] == "invalid_query")
        }
    }

    @Test func tellsNoMoreFindingsThanAnybodyReads() async throws {
        try await withAPI(TestAPI()) { api in
            let text = "[" + Array(repeating: "1", count: 1500).joined(separator: ",") + "]"

            let reply = try await api.post("/admin/v1/ncco/check", auth: api.adminBasic, json: text)

            #expect(reply.status == 400)
            #expect(reply.json?["findings"]?.array?.count == 1000)
            #expect(reply.json?["omitted"] == 500)
        }
    }

    @Test func checksAnNCCO() async throws {
        try await withAPI(TestAPI()) { api in
            func check(_ text: String) async throws -> Reply {
                try await api.post("/admin/v1/ncco/check", auth: api.adminBasic, json: text)
            }

            let good = try await check(#"[{"action":"talk","text":"Hello."}]"#)
            let bad = try await check(#"[{"action":"talk"}]"#)
            let broken = try await check("[{")

            #expect(good.status == 200)
            #expect(good.json == ["valid": true, "findings": []])
            #expect(bad.status == 400)
            #expect(bad.json?["valid"] == false)
            #expect(bad.json?["findings"]?[0]?["rule"]?.string == "N004")
            #expect(bad.json?["findings"]?[0]?["severity"]?.string == "error")
            #expect(bad.json?["findings"]?[0]?["pointer"]?.string?.hasPrefix("/0") == true)
            #expect(broken.status == 400)
            #expect(broken.json?["findings"]?[0]?["rule"]?.string == "N001")
            #expect(broken.json?["findings"]?[0]?["line"]?.int == 1)
            #expect(broken.json?["findings"]?[0]?["fix"]?.string != nil)
        }
    }
}
