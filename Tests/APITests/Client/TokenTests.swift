import Crypto
import HTTP
import JWT
import Registry
import Telephony
import Testing

@Suite struct TokenTests {
    private func keep(_ key: RSAPrivateKey, in api: TestAPI) async throws {
        let id = api.application.id
        try await api.registry.write { tx in try ApplicationStore(tx).setPrivateKey(Array(key.pem.utf8), of: id) }
    }

    @Test func aBackEndGetsATokenForItsUser() async throws {
        try await withAPI(TestAPI()) { api in
            try await keep(TestAPI.key, in: api)

            let reply = try await api.post(
                "/client/token", auth: try api.bearer(), json: #"{"user":"Alice","ttl":3600}"#)
            let token = try #require(reply.json?["token"]?.string)
            let me = try await api.get("/client/me", auth: "Bearer \(token)")

            #expect(reply.status == 200)
            #expect(reply.fields["Cache-Control"] == "no-store")
            #expect(reply.json?["expires_at"]?.string == "2026-03-01T10:00:00.000Z")
            #expect(reply.json?["user_id"]?.string == api.alice.id.description)
            #expect(me.json?["name"]?.string == "Alice")
            #expect(!api.logs.text.contains(token))
        }
    }

    @Test func eachTokenIsAnother() async throws {
        try await withAPI(TestAPI()) { api in
            try await keep(TestAPI.key, in: api)
            let body = #"{"user":"Alice"}"#

            let first = try await api.post("/client/token", auth: try api.bearer(), json: body)
            let second = try await api.post("/client/token", auth: try api.bearer(), json: body)

            #expect(first.json?["token"] != second.json?["token"])
        }
    }

    @Test func anAdministratorNamesTheApplication() async throws {
        try await withAPI(TestAPI()) { api in
            try await keep(TestAPI.key, in: api)
            _ = try await api.addApplication("Other")

            let named = try await api.post(
                "/client/token", auth: api.adminBasic,
                json: #"{"user":"Alice","application_id":"\#(api.application.id)"}"#)
            let unclear = try await api.post("/client/token", auth: api.adminBasic, json: #"{"user":"Alice"}"#)

            #expect([named.status, unclear.status] == [200, 409])
        }
    }

    @Test func withoutThePrivateKeyItNamesTheCommandThatBringsItIn() async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await api.post("/client/token", auth: try api.bearer(), json: #"{"user":"Alice"}"#)

            #expect(reply.status == 409)
            #expect(reply.code == "no_signing_key")
            #expect(
                reply.json?["advice"]?.string == "hookline apps keys import \(api.application.id) --key FILE")
        }
    }

    @Test(arguments: [
        (#"{}"#, 400), (#"{"user":""}"#, 400), (#"{"user":7}"#, 400), (#"{"user":"Nobody"}"#, 404),
        (#"{"user":"Alice","ttl":5}"#, 400), (#"{"user":"Alice","ttl":86401}"#, 400),
        (#"{"user":"Alice","ttl":"soon"}"#, 400), (#"{"user":"Alice","acl":{}}"#, 400), (#"[]"#, 400),
    ])
    func refusesInWords(body: String, status: Int) async throws {
        try await withAPI(TestAPI()) { api in
            try await keep(TestAPI.key, in: api)

            let reply = try await api.post("/client/token", auth: try api.bearer(), json: body)

            #expect(reply.status == status)
            #expect(reply.json?["token"] == nil)
        }
    }

    @Test func aUserMakesNoTokens() async throws {
        try await withAPI(TestAPI()) { api in
            try await keep(TestAPI.key, in: api)
            let acl = try ACL(text: #"{"paths":{"/**":{}}}"#)

            let user = try await api.post(
                "/client/token", auth: try api.bearer("Bob", acl: acl), json: #"{"user":"Alice"}"#)
            let nobody = try await api.post("/client/token", json: #"{"user":"Alice"}"#)

            #expect([user.status, nobody.status] == [403, 401])
        }
    }
}
