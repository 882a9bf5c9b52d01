import Crypto
import HTTP
import JWT
import Registry
import Telephony
import Testing

/// `/client/me` stands for everything that takes a user's token.
@Suite struct BearerTests {
    @Test func aUserIsSignedIn() async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await api.get("/client/me", auth: try api.bearer("Alice"))

            #expect(reply.status == 200)
            #expect(reply.json?["id"]?.string == api.alice.id.description)
            #expect(reply.json?["name"]?.string == "Alice")
            #expect(reply.json?["display_name"]?.string == "Alice Ahrens")
        }
    }

    @Test(arguments: ["bearer ", "BEARER   "])
    func theSchemeCountsInAnyCase(scheme: String) async throws {
        try await withAPI(TestAPI()) { api in
            let token = try api.bearer("Alice").dropFirst("Bearer ".count)

            #expect(try await api.get("/client/me", auth: scheme + token).status == 200)
        }
    }

    @Test func eachFaultHasANameOfItsOwn() async throws {
        try await withAPI(TestAPI()) { api in
            let old = try api.bearer("Alice", issued: .seconds(-7200))
            let ahead = try api.bearer("Alice", issued: .seconds(600))
            let foreign = try api.bearer("Alice", application: .random())
            let forged = try api.bearer("Alice", key: TestAPI.otherKey)
            let nobody = try api.bearer("Alicia")
            let faults: [(String?, String)] = [
                (nil, "missing_token"), ("Bearer abc.def", "malformed_token"), ("Bearer", "malformed_token"),
                (old, "expired_token"), (ahead, "invalid_token"), (foreign, "unknown_application"),
                (forged, "invalid_token"), (nobody, "unknown_user"),
            ]
            for (authorization, code) in faults {
                let reply = try await api.get("/client/me", auth: authorization)

                #expect(reply.status == 401)
                #expect(reply.code == code)
                #expect(reply.json?["detail"]?.string?.isEmpty == false)
                if let token = authorization?.split(separator: " ").dropFirst().first {
                    #expect(!reply.text.contains(token))
                    #expect(!api.logs.text.contains(token))
                }
            }
        }
    }

    @Test func aTokenOfTheApplicationIsNoUsers() async throws {
        try await withAPI(TestAPI()) { api async throws in
            #expect(try await api.get("/client/me", auth: try api.bearer()).status == 403)
        }
    }

    @Test func aMissingAccessPathIsNamed() async throws {
        try await withAPI(TestAPI()) { api in
            let acl = try ACL(text: #"{"paths":{"/*/users/**":{},"/*/devices/**":{"methods":["GET"]}}}"#)
            let auth = try api.bearer("Alice", acl: acl)

            let me = try await api.get("/client/me", auth: auth)
            let devices = try await api.post("/client/devices", auth: auth, json: #"{"token":"a1a1"}"#)

            #expect([me.status, devices.status] == [403, 403])
            #expect(me.text.contains("/*/sessions/**"))
            #expect(devices.text.contains("/*/devices/**"))
            #expect(try await api.get("/client/devices", auth: auth).status == 200)
        }
    }

    @Test func theTokensOfAReplacedKeyAreGoodNoLonger() async throws {
        try await withAPI(TestAPI()) { api in
            let old = try api.bearer("Alice")
            let new = try api.bearer("Alice", key: TestAPI.otherKey)
            let before = try await (api.get("/client/me", auth: old).status, api.get("/client/me", auth: new).status)
            let id = api.application.id
            try await api.registry.write { tx in
                var application = try #require(try ApplicationStore(tx).find(id))
                application.publicKey = TestAPI.otherKey.publicKey.pem
                try ApplicationStore(tx).update(application)
            }
            let after = try await (api.get("/client/me", auth: old).status, api.get("/client/me", auth: new).status)

            #expect(before == (200, 401))
            #expect(after == (401, 200))
        }
    }

    @Test func theTokensOfADeletedUserAreGoodNoLonger() async throws {
        try await withAPI(TestAPI()) { api in
            let auth = try api.bearer("Alice")
            let id = api.alice.id
            _ = try await api.registry.write { tx in try UserStore(tx).delete(id) }

            #expect(try await api.get("/client/me", auth: auth).status == 401)
        }
    }
}
