import Crypto
import JSON
import JWT
import Registry
import Telephony
import Testing

@testable import API

@Suite struct ApplicationImportTests {
    private static let id = "aaaaaaaa-0000-4000-8000-0000000000f1"
    private var applicationID: ApplicationID? { ApplicationID(Self.id) }

    private func takeIn(_ api: TestAPI, _ members: [(String, JSONValue)]) async throws -> Reply {
        let body = JSONValue.object(JSONObject([("id", .string(Self.id))] + members))
        return try await api.post(
            "/admin/v1/applications/import", auth: api.adminBasic, json: body.serializedText)
    }

    private func setKey(_ api: TestAPI, _ id: String, _ pem: String) async throws -> Reply {
        let body: JSONValue = ["private_key": .string(pem)]
        return try await api.send(
            .put, "/admin/v1/applications/\(id)/keys", auth: api.adminBasic,
            fields: ["Content-Type": "application/json"], body: body.serialized())
    }

    @Test func bringsInAnApplicationWithItsKeyAndSecret() async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await takeIn(
                api,
                [
                    ("name", "Real"), ("private_key", .string(TestAPI.otherKey.pem)),
                    ("signature_secret", "sixteen-or-more-characters"), ("api_key", "abcd1234"),
                    ("push_by", "platform"),
                ])
            let entry = api.registry.directory.application(try #require(applicationID))

            #expect(reply.status == 201)
            #expect(reply.json?["id"]?.string == Self.id)
            #expect(reply.json?["name"]?.string == "Real")
            #expect(!reply.text.contains("PRIVATE KEY") && !reply.text.contains("sixteen"))
            #expect(entry?.publicKeyPEM == TestAPI.otherKey.publicKey.pem)
            #expect(entry?.pushBy == .platform)
            #expect(entry?.apiKey == "abcd1234")
            #expect(entry?.signatureSecrets.map { $0.reveal() } == ["sixteen-or-more-characters"])
            #expect(try await api.keptPrivateKey(of: Self.id) == Array(TestAPI.otherKey.pem.utf8))
        }
    }

    @Test func aPublicKeyIsEnough() async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await takeIn(api, [("public_key", .string(TestAPI.otherKey.publicKey.pem))])

            #expect(reply.status == 201)
            #expect(reply.json?["name"]?.string == Self.id)
            let auth = try api.bearer(key: TestAPI.otherKey, application: applicationID)
            #expect(try await api.get("/v1/users", auth: auth).status == 200)
        }
    }

    @Test func isNotTakenInTwice() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await takeIn(api, [])

            let again = try await takeIn(api, [])

            #expect(again.status == 409)
            #expect(again.code == "application_exists")
        }
    }

    @Test func halvesMustBelongTogether() async throws {
        try await withAPI(TestAPI()) { api in
            let refused = try await takeIn(
                api,
                [
                    ("private_key", .string(TestAPI.otherKey.pem)),
                    ("public_key", .string(TestAPI.key.publicKey.pem)),
                ])

            #expect(refused.status == 400)
            #expect(refused.code == "key_mismatch")
        }
    }

    @Test(arguments: [("id", "x"), ("push_by", "apple"), ("private_key", "x"), ("public_key", "x"), ("name", " ")])
    func namesWhatCannotBeTaken(member: String, value: String) async throws {
        try await withAPI(TestAPI()) { api in
            let refused = try await takeIn(api, [(member, .string(value))])

            #expect(refused.status == 400)
            #expect(refused.json?["invalid_parameters"]?.array?.map { $0["name"]?.string } == [member])
        }
    }

    @Test func aKeyMakesTokensPossible() async throws {
        try await withAPI(TestAPI()) { api in
            let id = api.application.id.description
            let before = try await api.post("/client/token", auth: try api.bearer(), json: #"{"user":"Alice"}"#)

            let reply = try await setKey(api, id, TestAPI.key.pem)
            let after = try await api.post("/client/token", auth: try api.bearer(), json: #"{"user":"Alice"}"#)

            #expect(before.code == "no_signing_key")
            #expect(reply.json == ["id": .string(id), "public_key": .string(TestAPI.key.publicKey.pem)])
            #expect(after.status == 200)
        }
    }

    @Test func anotherKeysHalfIsRefused() async throws {
        try await withAPI(TestAPI()) { api in
            let refused = try await setKey(api, api.application.id.description, TestAPI.otherKey.pem)

            #expect(refused.status == 409)
            #expect(refused.code == "key_mismatch")
            #expect(try await api.keptPrivateKey(of: api.application.id.description) == nil)
            #expect(try await setKey(api, Self.id, TestAPI.key.pem).status == 404)
            #expect(try await setKey(api, api.application.id.description, "hello").status == 400)
        }
    }

    @Test func theFirstKeyBringsItsPublicHalf() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await takeIn(api, [])

            #expect(try await setKey(api, Self.id, TestAPI.otherKey.pem).status == 200)
            let entry = api.registry.directory.application(try #require(applicationID))
            #expect(entry?.publicKeyPEM == TestAPI.otherKey.publicKey.pem)
        }
    }
}
