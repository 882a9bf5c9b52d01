import HTTP
import JSON
import JWT
import Registry
import Telephony
import Testing

@testable import API

@Suite struct UserTests {
    private static let path = "/v1/users"

    private func create(_ api: TestAPI, _ json: String) async throws -> Reply {
        try await api.post(Self.path, auth: try api.bearer(), json: json)
    }

    private func patch(_ api: TestAPI, _ id: String, _ json: String, auth: String? = nil) async throws -> Reply {
        try await api.send(
            .patch, "\(Self.path)/\(id)", auth: auth ?? api.bearer(), fields: ["Content-Type": "application/json"],
            body: Array(json.utf8))
    }

    private func names(_ reply: Reply) -> [String?]? {
        reply.json?["_embedded"]?["users"]?.array?.map { $0["name"]?.string }
    }

    @Test func givesBackWhatItWasGiven() async throws {
        try await withAPI(TestAPI()) { api in
            let fixture = try Fixtures.json("api/users-create.json")
            let body = try #require(fixture["request"]?["body"])

            let made = try await create(api, body.serializedText)
            let id = try #require(made.json?["id"]?.string)
            let shown = try await api.get("\(Self.path)/\(id)", auth: try api.bearer())

            #expect(made.status == 201)
            #expect(UserID(id) != nil)
            for (key, value) in try #require(body.object).members { #expect(made.json?[key] == value) }
            #expect(made.json?.object?.keys == fixture["response"]?["body"]?.object?.keys)
            #expect(
                made.json?["_links"]?["self"]?["href"]?.string
                    == "http://127.0.0.1:\(api.server.port)\(Self.path)/\(id)")
            #expect(shown.json == made.json)
            #expect(api.registry.directory.user(named: try name("alice"), in: api.application.id) != nil)
        }
    }

    @Test func makesANameWhereNoneIsGiven() async throws {
        try await withAPI(TestAPI()) { api in
            let without = try await create(api, "{}")
            let empty = try await api.send(
                .post, Self.path, auth: try api.bearer(), fields: ["Content-Type": "application/json"])

            #expect(without.status == 201)
            #expect(empty.status == 201)
            #expect(without.json?["name"]?.string?.hasPrefix("NAM-") == true)
            #expect(without.json?["name"] != empty.json?["name"])
            #expect(without.json?["properties"] == [:])
            #expect(without.json?["channels"] == [:])
        }
    }

    @Test func theSameNameInAnotherSpellingIsTaken() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await create(api, #"{"name":"Jos\u00e9"}"#)

            let refused = try await create(api, #"{"name":"Jose\u0301"}"#)

            #expect(refused.status == 409)
            #expect(refused.code == "user:error:duplicate-name")
            #expect(refused.json?["title"]?.string == "Conflict.")
            #expect(try await create(api, #"{"name":"jos\u00e9"}"#).status == 201)
        }
    }

    @Test func ofManyWhoWantANameOneGetsIt() async throws {
        try await withAPI(TestAPI()) { api in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<10 { group.addTask { try await create(api, #"{"name":"race"}"#).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }

            #expect(statuses.count { $0 == 201 } == 1)
            #expect(statuses.count { $0 == 409 } == 9)
        }
    }

    @Test(arguments: [
        (#"{"name":5}"#, "name"), (#"{"name":"   "}"#, "name"), (#"{"name":"a\r\nb"}"#, "name"),
        (#"{"name":"\#(String(repeating: "x", count: 5000))"}"#, "name"), (#"{"display_name":[]}"#, "display_name"),
        (#"{"image_url":7}"#, "image_url"), (#"{"properties":[]}"#, "properties"),
        (#"{"properties":{"custom_data":7}}"#, "properties.custom_data"), (#"{"channels":{"sms":{}}}"#, "channels.sms"),
    ])
    func namesWhatCannotBeTaken(body: String, fault: String) async throws {
        try await withAPI(TestAPI()) { api in
            let refused = try await create(api, body)

            #expect(refused.status == 400)
            #expect(refused.code == "http:error:validation-fail")
            #expect(refused.json?["invalid_parameters"]?.array?.map { $0["name"]?.string } == [fault])
        }
    }

    @Test(arguments: ["asc", "desc"])
    func walksThroughAllUsersOnce(order: String) async throws {
        try await withAPI(TestAPI()) { api in
            for index in 0..<23 { _ = try await create(api, #"{"name":"bulk-\#(index)"}"#) }
            var next: String? = "\(Self.path)?page_size=10&order=\(order)"
            var pages: [[String?]] = []

            while let target = next {
                let page = try await api.get(target, auth: try api.bearer())
                pages.append(try #require(names(page)))
                let href = page.json?["_links"]?["next"]?["href"]?.string
                next = href.map { String($0.dropFirst("http://127.0.0.1:\(api.server.port)".count)) }
                #expect(pages.count <= 3)
            }

            let all = ["Alice", "Bob"] + (0..<23).map { "bulk-\($0)" }
            #expect(pages.map(\.count) == [10, 10, 5])
            #expect(pages.flatMap { $0 } == (order == "asc" ? all : all.reversed()))
        }
    }

    @Test func whatComesAndGoesBetweenPagesMovesNobody() async throws {
        try await withAPI(TestAPI()) { api in
            for index in 0..<8 { _ = try await create(api, #"{"name":"bulk-\#(index)"}"#) }
            let first = try await api.get("\(Self.path)?page_size=4&order=DESC", auth: try api.bearer())
            let gone = try #require(first.json?["_embedded"]?["users"]?[0]?["id"]?.string)
            let href = try #require(first.json?["_links"]?["next"]?["href"]?.string)
            _ = try await api.delete("\(Self.path)/\(gone)", auth: try api.bearer())
            _ = try await create(api, #"{"name":"new"}"#)

            let second = try await api.get(
                String(href.dropFirst("http://127.0.0.1:\(api.server.port)".count)), auth: try api.bearer())

            #expect(names(first) == ["bulk-7", "bulk-6", "bulk-5", "bulk-4"])
            #expect(names(second) == ["bulk-3", "bulk-2", "bulk-1", "bulk-0"])
        }
    }

    @Test func aNameIsFoundExactly() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await create(api, #"{"name":"a/b%2Fc+d&e"}"#)

            let found = try await api.get("\(Self.path)?name=a%2Fb%252Fc%2Bd%26e", auth: try api.bearer())

            #expect(names(found) == ["a/b%2Fc+d&e"])
            #expect(found.json?["_links"]?["next"] == nil)
            for other in ["Alic", "alice", "Alice%0A"] {
                let page = try await api.get("\(Self.path)?name=\(other)", auth: try api.bearer())
                #expect(names(page) == [], "\(other)")
            }
        }
    }

    @Test(arguments: ["page_size=ten", "page_size=0", "order=up", "cursor=%00", "cursor=MTIz"])
    func namesTheWrongParameter(query: String) async throws {
        try await withAPI(TestAPI()) { api in
            let refused = try await api.get("\(Self.path)?\(query)", auth: try api.bearer())

            #expect(refused.status == 400)
            #expect(refused.code == "http:error:validation-fail")
            #expect(
                refused.json?["invalid_parameters"]?[0]?["name"]?.string
                    == query.split(separator: "=").first.map(String.init))
        }
    }

    @Test func aChangeLeavesTheRest() async throws {
        try await withAPI(TestAPI()) { api in
            let made = try await create(
                api,
                #"{"name":"pm","display_name":"P M","properties":{"custom_data":{"a":1,"b":{"c":true}},"ttl":60},"channels":{"sms":[{"number":"447700900060"}]}}"#
            )
            let id = try #require(made.json?["id"]?.string)

            let changed = try await patch(
                api, id, #"{"display_name":"P. M.","properties":{"ttl":null},"channels":{"vbc":[{"extension":"1"}]}}"#)

            #expect(changed.status == 200)
            #expect(changed.json?["name"]?.string == "pm")
            #expect(changed.json?["display_name"]?.string == "P. M.")
            #expect(changed.json?["properties"] == ["custom_data": ["a": 1, "b": ["c": true]]])
            #expect(
                changed.json?["channels"]
                    == ["sms": [["number": "447700900060"]], "vbc": [["extension": "1"]]])
            #expect(try await patch(api, id, #"{"display_name":null}"#).json?["display_name"] == nil)
        }
    }

    @Test func aNewNameIsTheOneToBeCalledBy() async throws {
        try await withAPI(TestAPI()) { api in
            let renamed = try await patch(api, "\(api.alice.id)", #"{"name":"Alicia"}"#)

            #expect(renamed.status == 200)
            #expect(try await patch(api, "\(api.alice.id)", #"{"name":"Bob"}"#).status == 409)
            let directory = api.registry.directory
            #expect(directory.user(named: try name("Alicia"), in: api.application.id)?.id == api.alice.id)
            #expect(directory.user(named: try name("Alice"), in: api.application.id) == nil)
        }
    }

    @Test func aUserWhoIsGoneRingsNoMore() async throws {
        try await withAPI(TestAPI()) { api in
            try await api.addDevice(of: api.alice)

            let gone = try await api.delete("\(Self.path)/\(api.alice.id)", auth: try api.bearer())
            let answer = try await api.answer("u1")
            let shown = try await api.get("\(Self.path)/\(api.alice.id)", auth: try api.bearer())

            #expect(gone.status == 204)
            #expect(gone.body.isEmpty)
            #expect(answer.status == 200)
            #expect(!answer.text.contains("connect"))
            #expect(api.ringer.rung.isEmpty)
            #expect(shown.status == 404)
            #expect(shown.json?["type"]?.string?.hasSuffix("user:error:not-found") == true)
        }
    }

    @Test func anotherApplicationsUserIsNotThere() async throws {
        try await withAPI(TestAPI()) { api in
            let other = Application(name: "Other", publicKey: TestAPI.otherKey.publicKey.pem)
            try await api.registry.write { tx in try ApplicationStore(tx).create(other) }
            let auth = try api.bearer(key: TestAPI.otherKey, application: other.id)

            let shown = try await api.get("\(Self.path)/\(api.alice.id)", auth: auth)
            let changed = try await patch(api, "\(api.alice.id)", #"{"name":"x"}"#, auth: auth)
            let deleted = try await api.delete("\(Self.path)/\(api.alice.id)", auth: auth)

            #expect([shown.status, changed.status, deleted.status] == [404, 404, 404])
            #expect(names(try await api.get(Self.path, auth: auth)) == [])
            #expect(try await api.get("\(Self.path)/USR-x", auth: auth).status == 404)
        }
    }

    @Test func aUsersTokenChangesThatUserOnly() async throws {
        try await withAPI(TestAPI()) { api in
            let auth = try api.bearer("Alice")

            #expect(try await api.get("\(Self.path)/\(api.bob.id)", auth: auth).status == 200)
            #expect(try await patch(api, "\(api.alice.id)", #"{"display_name":"A"}"#, auth: auth).status == 200)
            #expect(try await patch(api, "\(api.bob.id)", #"{"display_name":"B"}"#, auth: auth).status == 403)
            #expect(try await api.delete("\(Self.path)/\(api.bob.id)", auth: auth).status == 403)
            #expect(try await api.post(Self.path, auth: auth, json: #"{"name":"c"}"#).status == 403)
            #expect(api.registry.directory.user(api.bob.id) != nil)
        }
    }

    @Test func theAccessListDecides() async throws {
        try await withAPI(TestAPI()) { api in
            let acl = try ACL(JSONValue.parse(#"{"paths":{"/*/users/**":{"methods":["GET"]}}}"#))
            let auth = try api.bearer("Alice", acl: acl)

            #expect(try await api.get("\(Self.path)/\(api.alice.id)", auth: auth).status == 200)
            let refused = try await patch(api, "\(api.alice.id)", #"{"display_name":"x"}"#, auth: auth)
            #expect(refused.status == 403)
            #expect(refused.json?["title"]?.string == "Forbidden.")
        }
    }

    @Test func linksLeadToThePublicURL() async throws {
        let api = try await TestAPI { $0.publicURL = "https://voice.example.org/" }
        try await withAPI(api) { api in
            let list = try await api.get("\(Self.path)?page_size=1", auth: try api.bearer())

            #expect(
                list.json?["_embedded"]?["users"]?[0]?["_links"]?["self"]?["href"]?.string
                    == "https://voice.example.org/v1/users/\(api.alice.id)")
            #expect(
                list.json?["_links"]?["first"]?["href"]?.string
                    == "https://voice.example.org/v1/users?order=asc&page_size=1")
        }
    }
}

@Suite struct UserCursorTests {
    @Test(arguments: [0, 1, 250, Int64.max])
    func comesBackAsItWas(seq: Int64) {
        #expect(UserCursor(UserCursor(after: seq).text) == UserCursor(after: seq))
    }

    @Test(arguments: ["", "17", "dXNlcnM6", "dXNlcnM6eA", "dXNlcnM6MTc="])
    func foreignTextIsNone(text: String) {
        #expect(UserCursor(text) == nil)
    }
}
