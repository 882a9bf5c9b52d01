import HTTP
import JSON
import Registry
import Telephony
import TestSupport
import Testing

/// `/admin/v1/flows`, and choosing a flow.
@Suite struct FlowRouteTests {
    private let path = "/admin/v1/flows"
    private let good = #"[{"action":"talk","text":"One, {{from|somebody}}."}]"#
    private let better = #"[{"action":"talk","text":"Two."}]"#
    private let call = "aaaaaaaa-0000-4000-8000-00000000000"

    private func put(
        _ api: TestAPI, _ name: String, _ text: String, query: String = "", match: String? = nil, none: String? = nil
    ) async throws -> Reply {
        var fields: Fields = ["Content-Type": "application/json"]
        if let match { fields["If-Match"] = match }
        if let none { fields["If-None-Match"] = none }
        return try await api.send(
            .put, "\(path)/\(name)\(query)", auth: api.adminBasic, fields: fields, body: Array(text.utf8))
    }

    private func link(_ api: TestAPI, _ json: String, number: String = TestAPI.number) async throws -> Reply {
        try await api.post("/admin/v1/numbers/\(number)/link", auth: api.adminBasic, json: json)
    }

    @Test(arguments: [
        (HTTP.Method.get, ""), (.get, "/ivr"), (.put, "/ivr"), (.delete, "/ivr"), (.get, "/ivr/history"),
        (.post, "/ivr/rollback"), (.post, "/check"),
    ])
    func areForAdministratorsOnly(method: HTTP.Method, rest: String) async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await api.send(method, path + rest, body: method == .get ? nil : Array("[]".utf8))

            #expect(reply.status == 401)
        }
    }

    @Test func aStoredFlowIsShownAndServedAtOnce() async throws {
        try await withAPI(TestAPI()) { api in
            let made = try await put(api, "hello", good)
            let chosen = try await link(api, #"{"flow":"hello","application_id":"\#(api.application.id)"}"#)
            let first = try await api.answer(call + "1")
            let changed = try await put(api, "hello", better)
            let second = try await api.answer(call + "2")

            #expect(made.status == 201)
            #expect(made.fields["ETag"] == #""1""#)
            #expect(made.json?["revision"] == 1)
            #expect(made.json?["created_by"] == "a1b2c3d4")
            #expect(chosen.json?["flow"] == "hello")
            #expect(chosen.json?["user"] == "Alice", "the user stays")
            #expect(first.text == #"[{"action":"talk","text":"One, 447700900123."}]"#)
            #expect(changed.status == 200)
            #expect(changed.json?["revision"] == 2)
            #expect(second.text == better)
            let shown = try await api.get(path + "/hello", auth: api.adminBasic)
            #expect(shown.json?["text"] == .string(better))
            #expect(shown.json?["used_by"]?["numbers"] == [.string(TestAPI.number)])
            #expect(shown.fields["ETag"] == #""2""#)
            let earlier = try await api.get(path + "/hello?revision=1", auth: api.adminBasic)
            #expect(earlier.json?["text"] == .string(good))
        }
    }

    @Test func aListShowsFilesAndStoredFlows() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await put(api, "fallback", better)
            _ = try await put(api, "hello", good)

            let flows = try await api.get(path, auth: api.adminBasic).json?["flows"]?.array ?? []

            #expect(
                flows.map { $0["name"] } == ["connect-phone", "connect-user", "fallback", "hello", "unknown-number"])
            #expect(flows.map { $0["source"] } == ["file", "file", "stored", "stored", "file"])
        }
    }

    @Test(arguments: [
        ("{", "flow: line 1"), ("[]", "no actions"), (#"[{"action":"say"}]"#, "/0/action"),
        (#"[{"action":"talk","text":"{{usr.name}}"}]"#, "did you mean “user.name”?"),
        (#"[{"action":"talk","text":"\#(String(repeating: "x", count: 70_000))"}]"#, "70"),
    ])
    func whatCannotBeUsedIsRefusedAndChangesNothing(text: String, detail: String) async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await put(api, "flow", text)

            #expect(reply.status == 400)
            #expect(reply.fields["Content-Type"] == "application/problem+json")
            #expect(reply.code == "invalid_flow")
            #expect(reply.json?["detail"]?.string?.contains(detail) == true, "\(reply.text)")
            #expect(try await api.get(path + "/flow", auth: api.adminBasic).status == 404)
            #expect(try await api.get(path + "/flow/history", auth: api.adminBasic).status == 404)
        }
    }

    @Test func allErrorsAreToldAtOnce() async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await put(api, "flow", #"[{"action":"talk"},{"action":"record"},{"action":"connect"}]"#)

            let invalid = reply.json?["invalid_parameters"]?.array ?? []
            #expect(invalid.map { $0["name"] } == ["/0/text", "/2/endpoint"])
            #expect(reply.json?["detail"]?.string?.hasSuffix("; and 1 more") == true)
        }
    }

    @Test func aGreetingWithAMistypedPlaceholderIsRemarkedOn() async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await link(api, #"{"user":"Alice","greeting":"Hello {{calller}}"}"#)

            #expect(reply.status == 200)
            #expect(reply.json?["warning"]?.string?.contains("did you mean {{caller}}?") == true)
            let fine = try await link(api, #"{"user":"Alice","greeting":"Hello {{caller}}"}"#)
            #expect(fine.json?["warning"] == nil)
        }
    }

    @Test func warningsAreToldAndRefuseNothing() async throws {
        try await withAPI(TestAPI()) { api in
            let text =
                #"[{"action":"talk","text":"x","colour":1},{"action":"notify","payload":{},"eventUrl":["{{step.gone}}"]}]"#
            let reply = try await put(api, "hello", text)

            #expect(reply.status == 201)
            let warnings = reply.json?["warnings"]?.array ?? []
            #expect(warnings.map { $0["pointer"]?.string } == ["/0/colour", nil])
            #expect(warnings[1]["message"]?.string?.contains("there is no flow gone yet") == true)
        }
    }

    @Test func nobodyOverwritesWhatHeHasNotSeen() async throws {
        try await withAPI(TestAPI()) { api in
            #expect(try await put(api, "a", good, match: #""1""#).code == "flow_changed")
            #expect(try await put(api, "a", good, none: "*").status == 201)
            #expect(try await put(api, "a", better, none: "*").status == 412)
            #expect(try await put(api, "a", better, match: #""1""#).status == 200)
            #expect(try await put(api, "a", good, match: #""1""#).status == 412)
            #expect(try await put(api, "a", good, match: "x").status == 400)
            #expect(try await put(api, "a", better, match: "*").json?["changed"] == false)
            let history = try await api.get(path + "/a/history", auth: api.adminBasic)
            #expect(history.json?["revisions"]?.array?.map { $0["revision"] } == [2, 1])
        }
    }

    @Test func aTrialChangesNothing() async throws {
        try await withAPI(TestAPI()) { api in
            let trial = try await put(api, "a", good, query: "?dry_run=true")
            #expect(trial.status == 200)
            #expect(trial.json?["revision"] == 1)
            #expect(trial.json?["dry_run"] == true)
            #expect(try await api.get(path + "/a", auth: api.adminBasic).status == 404)
            _ = try await put(api, "a", good)
            #expect(try await put(api, "a", better, query: "?dry_run=true", match: "\"2\"").status == 412)
            #expect(try await api.delete(path + "/a?dry_run=true", auth: api.adminBasic).status == 200)
            #expect(try await api.get(path + "/a", auth: api.adminBasic).json?["text"] == .string(good))
        }
    }

    @Test func goesBackAndForth() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await put(api, "a", good)
            _ = try await put(api, "a", better)

            let back = try await api.post(path + "/a/rollback", auth: api.adminBasic, json: "{}")
            #expect(back.json?["revision"] == 3)
            #expect(try await api.get(path + "/a", auth: api.adminBasic).json?["text"] == .string(good))
            let forth = try await api.post(path + "/a/rollback", auth: api.adminBasic, json: #"{"revision":2}"#)
            #expect(forth.json?["revision"] == 4)
            #expect(try await api.get(path + "/a", auth: api.adminBasic).json?["text"] == .string(better))
            let missing = try await api.post(path + "/a/rollback", auth: api.adminBasic, json: #"{"revision":9}"#)
            #expect(missing.status == 404)
            let odd = try await api.post(path + "/a/rollback", auth: api.adminBasic, json: #"{"revision":"x"}"#)
            #expect(odd.status == 400)
        }
    }

    @Test func whatIsInUseIsNotDeletedSilently() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await put(api, "hello", good)
            _ = try await link(api, #"{"flow":"hello"}"#)

            let refused = try await api.delete(path + "/hello", auth: api.adminBasic)
            #expect(refused.code == "flow_in_use")
            #expect(refused.json?["detail"]?.string?.contains(TestAPI.number) == true)
            #expect(try await api.answer(call + "1").text.contains("One"))

            let forced = try await api.delete(path + "/hello?force=true", auth: api.adminBasic)
            #expect(forced.json?["released"]?["numbers"] == [.string(TestAPI.number)])
            #expect(try await api.answer(call + "2").text == TestAPI.aliceNCCO)
            let back = try await api.post(path + "/hello/rollback", auth: api.adminBasic, json: "")
            #expect(back.json?["revision"] == 3)
        }
    }

    @Test func aFlowThatAnotherGoesOnWithIsInUse() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await put(api, "b", good)
            _ = try await put(api, "a", #"[{"action":"notify","payload":{},"eventUrl":["{{step.b}}"]}]"#)

            let refused = try await api.delete(path + "/b", auth: api.adminBasic)

            #expect(refused.status == 409)
            #expect(refused.json?["detail"] == "It is the flow of flows a.")
        }
    }

    @Test func whatIsStoredOverAFileUncoversIt() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await put(api, "connect-user", better)
            #expect(try await api.answer(call + "1").text == better)

            let reply = try await api.delete(path + "/connect-user", auth: api.adminBasic)

            #expect(reply.json?["served_instead"] == "file")
            #expect(try await api.answer(call + "2").text == TestAPI.aliceNCCO)
            #expect(try await api.delete(path + "/connect-user", auth: api.adminBasic).status == 404)
            #expect(try await api.get(path + "/connect-user", auth: api.adminBasic).json?["source"] == "file")
        }
    }

    @Test func anApplicationsFlowIsForAllItsNumbers() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await put(api, "closed", better)
            let application = "/admin/v1/applications/\(api.application.id)"

            let chosen = try await api.send(
                .patch, application, auth: api.adminBasic, fields: ["Content-Type": "application/json"],
                body: Array(#"{"flow":"closed"}"#.utf8))
            #expect(chosen.json?["flow"] == "closed")
            #expect(try await api.answer(call + "1").text == better)
            #expect(try await api.answer(call + "2", to: TestAPI.lonelyNumber).text == better)

            let released = try await api.send(
                .patch, application, auth: api.adminBasic, fields: ["Content-Type": "application/json"],
                body: Array(#"{"flow":null}"#.utf8))
            #expect(released.json?["flow"] == nil)
            #expect(try await api.answer(call + "3").text == TestAPI.aliceNCCO)
        }
    }

    @Test func onlyFlowsThatAreThereCanBeChosen() async throws {
        try await withAPI(TestAPI()) { api in
            let number = try await link(api, #"{"flow":"gone"}"#)
            let application = try await api.send(
                .patch, "/admin/v1/applications/\(api.application.id)", auth: api.adminBasic,
                fields: ["Content-Type": "application/json"], body: Array(#"{"flow":"gone"}"#.utf8))

            #expect(number.code == "flow_not_found")
            #expect(application.code == "flow_not_found")
            #expect(try await api.answer(call + "1").text == TestAPI.aliceNCCO)
        }
    }

    @Test func aFlowOfAUserOnANumberWithoutOneIsWarnedOf() async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await link(api, #"{"flow":"connect-user"}"#, number: TestAPI.lonelyNumber)

            #expect(reply.status == 200)
            #expect(reply.json?["warning"]?.string?.contains("the number has none") == true)
        }
    }

    /// A later version of the program may know better than the one that stored the flow.
    @Test func whatCanNoLongerBeUsedIsNeverServed() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await put(api, "hello", good)
            _ = try await link(api, #"{"flow":"hello"}"#)

            _ = try await api.registry.write { tx in try FlowStore(tx).put("hello", #"[{"action":"pay"}]"#, by: "old") }

            #expect(try await api.answer(call + "1").text.contains("One"))
            #expect(
                try await eventually { try await api.problems().contains { $0.code == "invalid_stored_flow" } })
            let shown = try await api.get(path + "/hello", auth: api.adminBasic)
            #expect(shown.json?["problem"]?.string?.contains("N003") == true)

            _ = try await put(api, "hello", better)

            #expect(try await api.answer(call + "2").text == better)
            #expect(try await !api.problems().contains { $0.code == "invalid_stored_flow" })
        }
    }

    @Test(arguments: ["..", "%2e%2e%2fx", "a%20b", ".hidden", String(repeating: "x", count: 65), "%C3%A9"])
    func oddNamesAreRefused(name: String) async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await put(api, name, good)

            #expect([400, 404, 405].contains(reply.status), "\(reply.status)")
            #expect(try await api.get(path, auth: api.adminBasic).json?["flows"]?.array?.count == 4)
        }
    }

    @Test func checksWithoutStoring() async throws {
        try await withAPI(TestAPI()) { api in
            let fine = try await api.post(path + "/check", auth: api.adminBasic, json: good)
            let wrong = try await api.post(path + "/check?name=fallback", auth: api.adminBasic, json: good)

            #expect(fine.json == ["valid": true, "warnings": []])
            #expect(wrong.code == "invalid_flow")
            #expect(wrong.json?["detail"]?.string?.contains("“from” is not known in this flow") == true)
        }
    }
}
