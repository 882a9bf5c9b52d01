import Crypto
import HTTP
import Registry
import Testing

/// `/metrics` stands for everything that takes the admin key.
@Suite struct AdminTests {
    private static let good = "a1b2c3d4:" + TestAPI.adminSecret

    @Test(arguments: ["Basic ", "BASIC  ", "basic ", "Basic    "])
    func takesBasicHoweverItIsSpelt(scheme: String) async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await api.get("/metrics", auth: scheme + Base64.encode(Self.good.utf8))

            #expect(reply.status == 200)
        }
    }

    @Test(arguments: [
        "", "Basic", "Basic !", "Basic " + Base64.encode("a1b2c3d4".utf8), "Basic " + Base64.encode("a1b2c3d4:".utf8),
        "Basic " + Base64.encode(":".utf8), "Basic " + Base64.encode("a1b2c3d4:wrong".utf8),
        "Basic " + Base64.encode("other:\(TestAPI.adminSecret)".utf8), "Digest " + Base64.encode(good.utf8),
        "Bearer " + Base64.encode(good.utf8), Base64.encode(good.utf8),
    ])
    func refusesTheRest(authorization: String) async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await api.get("/metrics", auth: authorization)

            #expect(reply.status == 401)
            #expect(reply.code == "unauthorized")
            #expect(reply.fields["WWW-Authenticate"]?.hasPrefix("Basic") == true)
            #expect(!reply.text.contains("hookline_"))
        }
    }

    @Test func takesKeyAndSecretFromTheQuery() async throws {
        try await withAPI(TestAPI()) { api in
            let right = try await api.get("/metrics?api_key=a1b2c3d4&api_secret=\(TestAPI.adminSecret)")
            let wrong = try await api.get("/metrics?api_key=a1b2c3d4&api_secret=x")
            let half = try await api.get("/metrics?api_key=a1b2c3d4")

            #expect([right.status, wrong.status, half.status] == [200, 401, 401])
        }
    }

    @Test func takesAKeyOfTheStoreUntilItIsRevoked() async throws {
        try await withAPI(TestAPI()) { api in
            try await api.registry.write { tx in
                try KeyStore(tx).put(id: "feedbeef", secret: Array("of-the-store:with-colon".utf8))
            }
            let auth = "Basic " + Base64.encode("feedbeef:of-the-store:with-colon".utf8)

            let before = try await api.get("/metrics", auth: auth)
            try await api.registry.write { tx in try KeyStore(tx).revoke("feedbeef") }
            let after = try await api.get("/metrics", auth: auth)

            #expect([before.status, after.status] == [200, 401])
        }
    }

    @Test func withoutTheKeyOfTheSecretsTheFixedPairWorksStill() async throws {
        try await withAPI(TestAPI(hasBox: false)) { api async throws in
            #expect(try await api.get("/metrics", auth: api.adminBasic).status == 200)
            #expect(try await api.get("/metrics", auth: "Basic " + Base64.encode("x:y".utf8)).status == 401)
        }
    }

    @Test func withoutEitherItSaysWhatIsMissing() async throws {
        try await withAPI(TestAPI(hasBox: false) { $0.adminKey = nil }) { api in
            let reply = try await api.get("/metrics", auth: "Basic " + Base64.encode("x:y".utf8))

            #expect(reply.status == 503)
            #expect(reply.code == "secrets_unavailable")
        }
    }
}
