import JSON
import Registry
import Telephony
import Testing

@testable import API

@Suite struct AdminNumberTests {
    private static let path = "/admin/v1/numbers"

    private func add(_ api: TestAPI, _ json: String) async throws -> Reply {
        try await api.post(Self.path, auth: api.adminBasic, json: json)
    }

    private func link(_ api: TestAPI, _ number: String, _ json: String) async throws -> Reply {
        try await api.post("\(Self.path)/\(number)/link", auth: api.adminBasic, json: json)
    }

    @Test func addsANumberOnce() async throws {
        try await withAPI(TestAPI()) { api in
            let json =
                #"{"msisdn":"+44 7700 900-030","country":"gb","type":"mobile","features":["SMS","VOICE"],"for_sale":false}"#

            let added = try await add(api, json)
            let again = try await add(api, json)

            #expect(added.status == 201)
            #expect(again.status == 200)
            #expect(added.json == again.json)
            #expect(
                added.json == [
                    "country": "GB", "msisdn": "447700900030", "moHttpUrl": "", "type": "mobile-lvn",
                    "features": ["VOICE", "SMS"],
                ])
            #expect(api.registry.directory.number(try #require(E164("447700900030"))) != nil)
        }
    }

    @Test func aNumberForSaleBecomesOurs() async throws {
        try await withAPI(TestAPI()) { api in
            let offered = try await add(api, #"{"msisdn":"447700900030","country":"GB","for_sale":true}"#)
            let offers = try await api.get("/number/search?country=GB", auth: api.adminBasic)

            let added = try await add(api, #"{"msisdn":"447700900030","country":"GB"}"#)

            #expect(offered.status == 201)
            #expect(offers.json?["count"]?.int == 1)
            #expect(added.status == 200)
            #expect(try await api.get("/number/search?country=GB", auth: api.adminBasic).json?["count"]?.int == 0)
            let back = try await add(api, #"{"msisdn":"447700900030","country":"GB","for_sale":true}"#)
            #expect(back.status == 409)
            #expect(back.code == "number_taken")
        }
    }

    @Test(arguments: [
        (#"{"country":"GB"}"#, "msisdn"), (#"{"msisdn":"447700900030"}"#, "country"),
        (#"{"msisdn":"4477009000301234567","country":"GB"}"#, "msisdn"),
        (#"{"msisdn":"447700900030","country":"GBR"}"#, "country"),
        (#"{"msisdn":"447700900030","country":"GB","type":"fax"}"#, "type"),
        (#"{"msisdn":"447700900030","country":"GB","features":["FAX"]}"#, "features"),
        (#"{"msisdn":"447700900030","country":"GB","for_sale":"yes"}"#, "for_sale"),
    ])
    func namesWhatCannotBeTaken(json: String, fault: String) async throws {
        try await withAPI(TestAPI()) { api in
            let refused = try await add(api, json)

            #expect(refused.status == 400)
            #expect(refused.json?["invalid_parameters"]?.array?.map { $0["name"]?.string } == [fault])
        }
    }

    @Test func anUnknownApplicationIsNamed() async throws {
        try await withAPI(TestAPI()) { api in
            let refused = try await add(
                api,
                #"{"msisdn":"447700900030","country":"GB","application_id":"00000000-0000-4000-8000-00000000dead"}"#)

            #expect(refused.status == 404)
            #expect(refused.code == "application_not_found")
            #expect(api.registry.directory.number(try #require(E164("447700900030"))) == nil)
        }
    }

    @Test(arguments: ["0044%207700%20900009", "%2B447700900009", "447700900009"])
    func linksInAnySpelling(number: String) async throws {
        try await withAPI(TestAPI()) { api in
            let linked = try await link(api, number, #"{"user":"Alice","greeting":"Hello."}"#)

            #expect(linked.status == 200)
            #expect(
                linked.json == [
                    "msisdn": "447700900009", "country": "GB",
                    "application_id": .string(api.application.id.description), "user": "Alice",
                    "user_id": .string(api.alice.id.description), "greeting": "Hello.",
                ])
            let answer = try await api.answer("u1", to: "447700900009")
            #expect(
                answer.text
                    == #"[{"action":"talk","text":"Hello."},{"action":"connect","endpoint":[{"type":"app","user":"Alice"}]}]"#
            )
        }
    }

    @Test func linksByTheUsersID() async throws {
        try await withAPI(TestAPI()) { api async throws in
            #expect(
                try await link(api, TestAPI.lonelyNumber, #"{"user":"\#(api.bob.id)"}"#).json?["user"]?.string == "Bob")
        }
    }

    @Test func withoutAUserTheApplicationAloneIsLinked() async throws {
        try await withAPI(TestAPI()) { api in
            let linked = try await link(api, TestAPI.number, "{}")

            #expect(linked.json?["user"] == .null)
            #expect(linked.json?["application_id"]?.string == api.application.id.description)
            #expect(try await api.answer("u1").text.contains("connect") == false)
        }
    }

    @Test(arguments: [
        ("447700900777", #"{"user":"Alice"}"#, "number_not_found"), ("x", "{}", "number_not_found"),
        ("447700900009", #"{"user":"Nobody"}"#, "user_not_found"),
        ("447700900009", #"{"application_id":"00000000-0000-4000-8000-00000000dead"}"#, "application_not_found"),
    ])
    func tellsWhatIsNotThere(number: String, json: String, code: String) async throws {
        try await withAPI(TestAPI()) { api in
            let refused = try await link(api, number, json)

            #expect(refused.status == 404)
            #expect(refused.code == code)
        }
    }

    @Test func aNumberForSaleIsNotLinked() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await add(api, #"{"msisdn":"447700900030","country":"GB","for_sale":true}"#)

            #expect(try await link(api, "447700900030", #"{"user":"Alice"}"#).code == "number_not_found")
        }
    }

    @Test func unlinkingTwiceIsFine() async throws {
        try await withAPI(TestAPI()) { api in
            let path = "\(Self.path)/\(TestAPI.number)/link"

            #expect(try await api.delete(path, auth: api.adminBasic).status == 204)
            #expect(try await api.delete(path, auth: api.adminBasic).status == 204)
            let number = api.registry.directory.number(try #require(E164(TestAPI.number)))
            #expect(number?.application == nil)
            #expect(number?.user == nil)
            #expect(
                try await api.delete("\(Self.path)/447700900777/link", auth: api.adminBasic).code
                    == "number_not_found")
        }
    }
}
