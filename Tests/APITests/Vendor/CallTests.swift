import HTTP
import JSON
import Registry
import Telephony
import Testing

@testable import API

@Suite struct CallTests {
    private static let path = "/v1/calls"

    private func id(_ number: Int) -> String {
        let digits = String(number)
        return "aaaaaaaa-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.utf8.count) + digits
    }

    private func tell(
        _ api: TestAPI, _ number: Int, _ status: String, _ more: String = "", conversation: Int? = nil
    ) async throws {
        let conversation = id(conversation ?? number).dropFirst(8)
        let reply = try await api.post(
            "/webhooks/event",
            json:
                #"{"uuid":"\#(id(number))","conversation_uuid":"CON-bbbbbbbb\#(conversation)","status":"\#(status)","direction":"inbound","from":"447700900123","to":"447700900000","timestamp":"2026-03-01T09:00:00.101Z"\#(more)}"#
        )
        guard reply.status == 200 else { throw Unfit() }
    }

    private func shown(_ api: TestAPI, _ id: String) async throws -> Reply {
        try await api.get("\(Self.path)/\(id)", auth: try api.bearer())
    }

    private func listed(_ api: TestAPI, _ query: String) async throws -> [String?]? {
        let reply = try await api.get("\(Self.path)?\(query)", auth: try api.bearer())
        return reply.json?["_embedded"]?["calls"]?.array?.map { $0["uuid"]?.string }
    }

    @Test func showsACallThatWasAnswered() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await api.get(
                "/webhooks/answer?to=447700900000&from=+447700900123&conversation_uuid=CON-\(id(9))&uuid=\(id(1))")

            let call = try await shown(api, id(1))

            #expect(call.status == 200)
            #expect(call.json?["_links"]?["self"]?["href"]?.string == "/calls/\(id(1))")
            #expect(call.json?["uuid"]?.string == id(1))
            #expect(call.json?["conversation_uuid"]?.string == "CON-\(id(9))")
            #expect(call.json?["from"]?.string == "447700900123")
            #expect(call.json?["to"] == ["type": "phone", "number": "447700900000"])
            #expect(call.json?["status"]?.string == "started")
            #expect(call.json?["direction"]?.string == "inbound")
            #expect(call.json?["start_time"] == nil)
        }
    }

    @Test func anOutboundLegIsShownAsTheVendorDoes() async throws {
        try await withAPI(TestAPI()) { api in
            let fixture = try Fixtures.json("api/calls-get.json")
            let body =
                #"{"uuid":"22222222-3333-4444-8555-666666666666","conversation_uuid":"CON-11111111-2222-4333-8444-555555555555","to":"447700900002","from":"447700900000","status":"completed","direction":"outbound","rate":"0.00450000","price":"0.00487500","duration":"65","start_time":"2026-03-01T09:00:02.000Z","end_time":"2026-03-01T09:01:07.000Z","network":"23415","timestamp":"2026-03-01T09:01:07.000Z"}"#
            _ = try await api.post("/apps/\(api.application.id)/webhooks/event", json: body)

            let call = try await shown(api, "22222222-3333-4444-8555-666666666666")

            #expect(call.json == fixture["response"]?["body"])
        }
    }

    @Test(arguments: [
        ("2024-04-24T14:16:32Z", "2024-04-24 14:16:32"), ("2024-04-24T14:16:32.115Z", "2024-04-24 14:16:32.115"),
        ("2024-04-24T16:16:32.005123+02:00", "2024-04-24 14:16:32.005"),
    ])
    func timesKeepTheirMilliseconds(sent: String, time: String) async throws {
        try await withAPI(TestAPI()) { api in
            try await tell(api, 1, "answered", #","start_time":"\#(sent)""#)

            #expect(try await shown(api, id(1)).json?["start_time"]?.string == time)
        }
    }

    @Test func anAppsCallComesFromItsUser() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await api.get(
                "/apps/\(api.application.id)/webhooks/answer?to=447700900002&from_user=Alice&conversation_uuid=CON-1&uuid=\(id(1))"
            )

            #expect(try await shown(api, id(1)).json?["from"] == ["type": "app", "user": "Alice"])
        }
    }

    @Test(arguments: [
        ("447700900002", #"{"type":"phone","number":"447700900002"}"#),
        ("+44 7700 900002", #"{"type":"phone","number":"447700900002"}"#),
        ("sip:alice@sip.example.org;transport=tls", #"{"type":"sip","uri":"sip:alice@sip.example.org;transport=tls"}"#),
        ("wss://example.org/socket", #"{"type":"websocket","uri":"wss://example.org/socket"}"#),
        ("Alice", #"{"type":"app","user":"Alice"}"#),
    ])
    func aTextStandsForAnEndpoint(text: String, endpoint: String) throws {
        #expect(StoredCall.endpoint(text) == (try JSONValue.parse(endpoint)))
    }

    @Test func aCallNobodyEndedIsNotUpForEver() async throws {
        try await withAPI(TestAPI()) { api in
            try await tell(api, 1, "answered")
            let before = try await shown(api, id(1)).json?["status"]?.string
            api.clock.advance(by: .seconds(3 * 3600))

            #expect(before == "answered")
            #expect(try await shown(api, id(1)).json?["status"]?.string == "completed")
            #expect(try await listed(api, "status=answered") == [])
            #expect(try await listed(api, "status=completed") == [id(1)])
        }
    }

    @Test func pagesByRecordIndex() async throws {
        try await withAPI(TestAPI()) { api in
            for number in 1...5 { try await tell(api, number, "completed") }

            let page = try await api.get("\(Self.path)?page_size=2&record_index=1", auth: try api.bearer())

            #expect(page.json?["count"]?.int == 5)
            #expect(page.json?["page_size"]?.int == 2)
            #expect(page.json?["record_index"]?.int == 1)
            #expect(page.json?["_embedded"]?["calls"]?.array?.map { $0["uuid"]?.string } == [id(2), id(3)])
            let links = page.json?["_links"]
            #expect(links?["self"]?["href"]?.string == "/calls?page_size=2&record_index=1&order=asc")
            #expect(links?["next"]?["href"]?.string == "/calls?page_size=2&record_index=3&order=asc")
            #expect(try await listed(api, "page_size=2&record_index=4&order=desc") == [id(1)])
            #expect(try await listed(api, "record_index=5") == [])
        }
    }

    @Test func theLastPageHasNoNext() async throws {
        try await withAPI(TestAPI()) { api in
            let fixture = try Fixtures.json("api/calls-list-empty.json")["response"]?["body"]

            let empty = try await api.get(
                "\(Self.path)?conversation_uuid=CON-00000000-0000-4000-8000-000000000000", auth: try api.bearer())

            #expect(empty.json?["count"] == fixture?["count"])
            #expect(empty.json?["_embedded"] == fixture?["_embedded"])
            #expect(empty.json?["_links"]?["next"] == nil)
        }
    }

    @Test func filtersByConversationDateAndStatus() async throws {
        try await withAPI(TestAPI()) { api in
            try await tell(api, 1, "completed", #","start_time":"2026-03-01T08:00:00Z""#)
            try await tell(api, 2, "busy", #","start_time":"2026-03-01T09:00:00Z""#)
            try await tell(api, 3, "completed", #","start_time":"2026-03-01T10:00:00Z""#, conversation: 1)

            #expect(
                try await listed(api, "conversation_uuid=CON-bbbbbbbb-0000-4000-8000-000000000001") == [id(1), id(3)])
            #expect(try await listed(api, "status=completed") == [id(1), id(3)])
            #expect(try await listed(api, "status=busy") == [id(2)])
            #expect(try await listed(api, "date_start=2026-03-01T08:30:00Z") == [id(2), id(3)])
            #expect(try await listed(api, "date_end=2026-03-01T09:30:00%2B00:00") == [id(1), id(2)])
            // The plus sign of an offset that was not encoded.
            #expect(try await listed(api, "date_start=2026-03-01T11:00:00+02:00") == [id(2), id(3)])
        }
    }

    @Test(arguments: ["page_size=0", "record_index=-1", "order=x", "date_start=yesterday"])
    func namesTheWrongParameter(query: String) async throws {
        try await withAPI(TestAPI()) { api in
            let refused = try await api.get("\(Self.path)?\(query)", auth: try api.bearer())

            #expect(refused.status == 400)
            #expect(refused.json?["type"] == 400)
            #expect(
                refused.json?["invalid_parameters"]?[0]?["name"]?.string
                    == query.split(separator: "=").first.map(String.init))
        }
    }

    @Test func anotherApplicationsCallIsNotThere() async throws {
        try await withAPI(TestAPI()) { api in
            let other = Application(name: "Other", publicKey: TestAPI.otherKey.publicKey.pem)
            try await api.registry.write { tx in try ApplicationStore(tx).create(other) }
            try await tell(api, 1, "completed")
            let auth = try api.bearer(key: TestAPI.otherKey, application: other.id)

            #expect(try await api.get("\(Self.path)/\(id(1))", auth: auth).status == 404)
            #expect(try await api.get(Self.path, auth: auth).json?["count"]?.int == 0)
            #expect(try await shown(api, id(2)).status == 404)
            #expect(try await shown(api, id(1)).status == 200)
        }
    }

    @Test func anIDIsFoundInAnySpelling() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await api.post(
                "/webhooks/event",
                json: #"{"uuid":"c8061992c89a65e3790bfa0aaca6f069","status":"answered","to":"447700900000"}"#)
            _ = try await api.post(
                "/webhooks/event", json: #"{"uuid":"burst-1","status":"ringing","to":"447700900000"}"#)

            for text in ["c8061992c89a65e3790bfa0aaca6f069", "C8061992-C89A-65E3-790B-FA0AACA6F069"] {
                #expect(try await shown(api, text).json?["uuid"]?.string == "c8061992c89a65e3790bfa0aaca6f069")
            }
            #expect(try await shown(api, "burst-1").json?["status"]?.string == "ringing")
        }
    }

    @Test func withoutAPlatformNothingIsPlacedOrControlled() async throws {
        try await withAPI(TestAPI()) { api in
            let fields: Fields = ["Content-Type": "application/json"]
            let body = Array(#"{"action":"hangup"}"#.utf8)
            let one = "\(Self.path)/\(id(1))"
            let auth = try api.bearer()
            let replies = [
                try await api.post(Self.path, auth: auth, json: "{}"),
                try await api.send(.put, one, auth: auth, fields: fields, body: body),
                try await api.send(.put, one + "/talk", auth: auth, fields: fields, body: body),
                try await api.delete(one + "/stream", auth: auth),
            ]

            for reply in replies {
                #expect(reply.status == 501)
                #expect(reply.json?["type"]?.string == "NOT_IMPLEMENTED")
                #expect(reply.json?["error_title"]?.string == "Not Implemented")
                #expect(reply.json?["detail"]?.string?.contains("does not place or control calls") == true)
            }
        }
    }

    @Test func aPhonesTokenSeesNoCalls() async throws {
        try await withAPI(TestAPI()) { api in
            let stranger = try await api.get(Self.path, auth: try api.bearer(application: .random()))

            #expect(try await api.get(Self.path, auth: try api.bearer("Alice")).status == 403)
            #expect(stranger.status == 401)
            #expect(stranger.json?["type"]?.string == "UNAUTHORIZED")
            #expect(stranger.json?["error_title"]?.string == "Unauthorized")
        }
    }
}
