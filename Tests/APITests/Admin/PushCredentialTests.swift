import Crypto
import JSON
import Registry
import Telephony
import Testing

@testable import API

@Suite struct PushCredentialTests {
    private static let path = "/admin/v1/push/credentials"

    /// At a time when the containers' certificates are good.
    private func api(before end: Duration = .seconds(300 * 86_400)) async throws -> TestAPI {
        let file = try CaseFiles.container("modern_aes.p12")
        let notAfter = try PKCS12.identity(in: file, password: "s3cret").certificate.notAfter
        return try await TestAPI(clock: ManualClock(Timestamp(seconds: notAfter).advanced(by: .zero - end)))
    }

    private func add(_ api: TestAPI, _ members: [(String, JSONValue)]) async throws -> Reply {
        var body = JSONObject(members)
        if body["application_id"] == nil { body["application_id"] = .string(api.application.id.description) }
        return try await api.post(Self.path, auth: api.adminBasic, json: JSONValue.object(body).serializedText)
    }

    private func certificate(_ name: String, password: String? = "s3cret") throws -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = [
            ("kind", "certificate"), ("p12", .string(Base64.encode(try CaseFiles.container(name)))),
        ]
        if let password { members.append(("password", .string(password))) }
        return members
    }

    private func token() throws -> [(String, JSONValue)] {
        [
            ("kind", "token"), ("p8", .string(try CaseFiles.pem("ec_p256.pem"))), ("key_id", "ABC123DEFG"),
            ("team_id", "DEF123GHIJ"), ("bundle_id", "com.example.phone"),
        ]
    }

    @Test(arguments: ["modern_aes.p12", "legacy_rc2_40.p12", "apns_universal.p12"])
    func readsACertificate(name: String) async throws {
        try await withAPI(api()) { api in
            let added = try await add(api, try certificate(name))

            #expect(added.status == 201)
            #expect(added.json?["kind"]?.string == "certificate")
            #expect(added.json?["bundle_id"]?.string == "com.example.phone")
            #expect(added.json?["topics"]?.array?.contains("com.example.phone.voip") == true)
            #expect(added.json?["environments"]?.array?.isEmpty == false)
            #expect(added.json?["expires_at"]?.string != nil)
            #expect(added.json?["warnings"] == [])
            #expect(!added.text.contains("s3cret") && !added.text.contains("PRIVATE"))
            #expect(api.ringer.credentialChanges == 1)
        }
    }

    @Test(arguments: [nil, ""])
    func noPasswordAndAnEmptyOneAreTheSame(password: String?) async throws {
        try await withAPI(api()) { api async throws in
            #expect(try await add(api, try certificate("empty_password.p12", password: password)).status == 201)
        }
    }

    @Test(arguments: [
        ("modern_aes.p12", "nope", "password"), ("modern_aes.p12", nil, "password"),
        ("no_key.p12", "s3cret", "private key"),
        ("expired.p12", "s3cret", "expired"), ("apns_plain.p12", "s3cret", "voip"),
        ("web_server.p12", "s3cret", "push"),
    ])
    func tellsWhatIsWrongWithAContainer(name: String, password: String?, word: String) async throws {
        try await withAPI(api()) { api in
            let refused = try await add(api, try certificate(name, password: password))

            #expect(refused.status == 400)
            #expect(refused.code == "invalid_push_credential")
            #expect(refused.json?["detail"]?.string?.lowercased().contains(word) == true)
            #expect(!refused.text.contains("nope"))
            #expect(try await api.get(Self.path, auth: api.adminBasic).json == ["credentials": []])
            #expect(api.ringer.credentialChanges == 0)
        }
    }

    @Test func anotherAppsCertificateIsRefused() async throws {
        try await withAPI(api()) { api in
            let refused = try await add(
                api, try certificate("modern_aes.p12") + [("bundle_id", "org.example.other")])

            #expect(refused.status == 400)
            #expect(refused.json?["detail"]?.string?.contains("com.example.phone") == true)
        }
    }

    @Test func takesATokenKey() async throws {
        try await withAPI(api()) { api in
            let added = try await add(api, try token() + [("environments", ["sandbox"])])

            #expect(added.status == 201)
            #expect(added.json?["kind"]?.string == "token")
            #expect(added.json?["key_id"]?.string == "ABC123DEFG")
            #expect(added.json?["team_id"]?.string == "DEF123GHIJ")
            #expect(added.json?["environments"] == ["sandbox"])
            #expect(added.json?["expires_at"] == nil)
            #expect(!added.text.contains("PRIVATE"))
        }
    }

    @Test(arguments: ["p8", "key_id", "team_id", "bundle_id"])
    func aTokenKeyNeedsAll(member: String) async throws {
        try await withAPI(api()) { api in
            let refused = try await add(api, try token().filter { $0.0 != member })

            #expect(refused.status == 400)
            #expect(refused.json?["invalid_parameters"]?.array?.map { $0["name"]?.string } == [member])
        }
    }

    @Test func anRSAKeyIsNoTokenKey() async throws {
        try await withAPI(api()) { api in
            let refused = try await add(
                api, try token().filter { $0.0 != "p8" } + [("p8", .string(TestAPI.key.pem))])

            #expect(refused.status == 400)
            #expect(refused.json?["detail"]?.string?.contains("RSA") == true)
            #expect(!refused.text.contains("MII"))
        }
    }

    @Test func listsAndDeletes() async throws {
        try await withAPI(api()) { api in
            let id = try #require(try await add(api, try token()).json?["id"]?.string)
            let other = Application(name: "Other")
            try await api.registry.write { tx in try ApplicationStore(tx).create(other) }

            let list = try await api.get(
                "\(Self.path)?application_id=\(api.application.id)", auth: api.adminBasic)
            let others = try await api.get("\(Self.path)?application_id=\(other.id)", auth: api.adminBasic)
            let deleted = try await api.delete("\(Self.path)/\(id)", auth: api.adminBasic)
            let again = try await api.delete("\(Self.path)/\(id)", auth: api.adminBasic)

            #expect(list.json?["credentials"]?[0]?["id"]?.string == id)
            #expect(list.json?["credentials"]?[0]?["created_at"]?.string == api.clock.now.rfc3339())
            #expect(others.json == ["credentials": []])
            #expect(deleted.status == 204)
            #expect(again.status == 404)
            #expect(again.code == "credential_not_found")
            #expect(api.ringer.credentialChanges == 2)
        }
    }

    @Test func theSameAgainTakesThePlaceOfTheFirst() async throws {
        try await withAPI(api()) { api in
            _ = try await add(api, try certificate("modern_aes.p12"))

            _ = try await add(api, try certificate("modern_aes.p12"))

            #expect(try await api.get(Self.path, auth: api.adminBasic).json?["credentials"]?.array?.count == 1)
        }
    }

    @Test func warnsOfAnEndThatIsNear() async throws {
        try await withAPI(api(before: .seconds(86_400))) { api in
            let added = try await add(api, try certificate("modern_aes.p12"))

            #expect(added.status == 201)
            #expect(added.json?["warnings"]?[0]?.string?.contains("expires soon") == true)
        }
    }

    @Test func anEarlyCertificateIsTakenWithAWarning() async throws {
        try await withAPI(TestAPI()) { api in
            let added = try await add(api, try certificate("modern_aes.p12"))

            #expect(added.status == 201)
            #expect(added.json?["warnings"]?[0]?.string?.contains("not valid before") == true)
        }
    }
}
