import Crypto
import JSON
import JWT
import Testing

struct WebhookTokenTests {
    private let now: Int64 = 1_772_355_600

    private func secret(_ text: String = "example-signature-secret-not-for-use-0001") throws -> WebhookSecret {
        try #require(WebhookSecret(text))
    }

    /// The words the fixture uses for the errors.
    private func reason(_ error: WebhookTokenError) -> String {
        switch error {
        case .missing: "missing"
        case .malformed: "malformed"
        case .algorithm: "algorithm"
        case .signature: "signature"
        case .issuer: "issuer"
        case .apiKey: "api_key"
        case .applicationID: "application_id"
        case .age: "age"
        case .payloadHash: "payload_hash"
        }
    }

    /// A stand-in for the HTTP parser: blanks stay, escapes are decoded.
    private func payload(of item: JSONValue) throws -> WebhookPayload {
        guard item["method"] == "GET" else { return .body(Array((item["body"]?.string ?? "").utf8)) }
        let target = try #require(item["target"]?.string)
        let query = try #require(target.split(separator: "?", maxSplits: 1).last)
        return .query(
            try query.split(separator: "&").map { pair in
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return .init(
                    try #require(String(parts[0]).removingPercentEscapes),
                    try #require(String(parts[1]).removingPercentEscapes))
            })
    }

    @Test(arguments: [true, false])
    func decidesAsTheFixtureSays(strict: Bool) throws {
        let file = try Fixtures.json("Fixtures/signed/jwt-hs256.json")
        let cases = try #require(file["cases"]?.array)
        let secrets = [try secret(#require(file["secret"]?.string))]
        let rules = WebhookToken.Rules(requiresQueryHash: strict)
        #expect(cases.count >= 40)

        for item in cases {
            let name = item["name"]?.string ?? ""
            let authorization = item["headers"]?.array?.first { $0[0] == "Authorization" }?[1]?.string
            let time = try #require(item["now"]?.int)
            // Lenient is about the hash of a query only: bytes of a body that were not signed are never taken.
            let isLenient = !strict && item["method"] == "GET"
            let verdict = (isLenient ? item["lenient_verdict"] : nil) ?? item["verdict"]
            do throws(WebhookTokenError) {
                let token = try WebhookToken(authorization: authorization)
                _ = try token.verify(
                    secrets: secrets, payload: (try? payload(of: item)) ?? .body([]), rules: rules, now: Int64(time),
                    knowsAPIKey: token.claimedAPIKey == file["api_key"]?.string,
                    knowsApplication: token.claimedApplicationID == file["application_id"]?.string)
                #expect(verdict?.string?.hasPrefix("accept") == true, "\(name) is accepted")
            } catch {
                #expect(verdict == "reject", "\(name) is refused: \(error)")
                #expect(item["reason"]?.string == reason(error), "\(name)")
            }
        }
    }

    @Test func decidesAsTheVectorsSay() throws {
        let vectors = try Fixtures.vectors("hs256_webhook")
        #expect(vectors.count >= 14)

        for vector in vectors {
            let token = try #require(vector["token"]?.string)
            let secrets = [try secret(#require(vector["secret"]?.string))]
            let body = try #require(vector["body_hex"]?.string.flatMap { Hex.decode($0) })
            let time = try #require(vector["now"]?.int)
            let claims = try? WebhookToken(authorization: "Bearer \(token)").verify(
                secrets: secrets, payload: .body(body), now: Int64(time))
            #expect(vector["valid"] == .bool(claims != nil), "\(vector["why"]?.string ?? "")")
        }
    }

    @Test func whatWeSignVerifies() throws {
        let secrets = [try secret("another-secret-0000000000000000000"), try secret()]
        let payloads: [WebhookPayload] = [
            .body(Array(#"{"status":"answered"}"#.utf8)), .body([]), .query([]),
            .query([.init("to", "447700900000"), .init("custom_data", "{\"a\":\"Grüße / \\ \n\"}"), .init("to", "")]),
        ]

        for payload in payloads {
            let token = WebhookToken.sign(
                payload, with: secrets[1], apiKey: "a1b2c3d4", applicationID: "app", tokenID: "j", now: now)
            let parsed = try WebhookToken(authorization: "Bearer \(token)")
            let claims = try parsed.verify(
                secrets: secrets, payload: payload, rules: .init(requiresQueryHash: true), now: now)

            #expect(parsed.claimedApplicationID == "app")
            #expect(parsed.claimedAPIKey == "a1b2c3d4")
            #expect(claims.tokenID == "j")
            #expect(claims.apiKey == "a1b2c3d4")
            #expect(claims.applicationID == "app")
            #expect(claims.issuedAt == now)
            #expect(claims.secretIndex == 1)
        }
    }

    @Test func aTokenDoesNotFitAnotherRequest() throws {
        let secrets = [try secret()]
        let token = WebhookToken.sign(.body(Array("{}".utf8)), with: secrets[0], apiKey: "a1b2c3d4", now: now)
        let parsed = try WebhookToken(authorization: "Bearer \(token)")

        #expect(throws: WebhookTokenError.payloadHash) {
            try parsed.verify(secrets: secrets, payload: .body(Array("{ }".utf8)), now: now)
        }
        #expect(throws: WebhookTokenError.payloadHash) {
            try parsed.verify(secrets: secrets, payload: .query([.init("a", "b")]), now: now)
        }
    }

    @Test func withoutSecretsNothingIsBelieved() throws {
        let token = WebhookToken.sign(.body([]), with: try secret(), apiKey: "a1b2c3d4", now: now)

        #expect(throws: WebhookTokenError.signature) {
            try WebhookToken(authorization: "Bearer \(token)").verify(secrets: [], payload: .body([]), now: now)
        }
    }

    @Test(arguments: ["", " \r\n", "\u{FEFF}"])
    func anEmptySecretIsNone(text: String) {
        #expect(WebhookSecret(text) == nil)
    }

    @Test(arguments: ["\r\n", "\n", " ", "\n\n"])
    func theLineEndOfASecretFileDoesNotCount(end: String) throws {
        let token = WebhookToken.sign(.body([]), with: try secret("file secret"), apiKey: "a1b2c3d4", now: now)

        let claims = try WebhookToken(authorization: "Bearer \(token)").verify(
            secrets: [secret("file secret" + end)], payload: .body([]), now: now)

        #expect(claims.issuedAt == now)
    }

    @Test func aSecretDoesNotDescribeItself() throws {
        #expect("\(try secret("hidden"))" == "<secret>")
        #expect(String(reflecting: try secret("hidden")) == "<secret>")
    }
}

extension String {
    /// Decodes `%XX`; nil when the result is not UTF-8.
    fileprivate var removingPercentEscapes: String? {
        var bytes: [UInt8] = []
        var rest = self[...]
        while let first = rest.first {
            if first == "%", let byte = UInt8(rest.dropFirst().prefix(2), radix: 16) {
                bytes.append(byte)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(contentsOf: first.utf8)
                rest = rest.dropFirst()
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
