import Crypto
import HTTP
import JWT
import Logging
import Registry
import Telephony
import TestSupport
import Testing

@testable import API

@Suite struct SignedWebhookTests {
    private static let secret = "a-signature-secret-for-tests-0001"
    private static let ownSecret = "the-applications-own-secret-0002"
    private let call = "aaaaaaaa-0000-4000-8000-000000000003"
    private let body = #"{"uuid":"aaaaaaaa-0000-4000-8000-000000000003","status":"answered","to":"447700900000"}"#

    private func signed(_ adjust: (inout APISettings) -> Void = { _ in }) async throws -> TestAPI {
        try await TestAPI { settings in
            settings.signatureSecret = Secret(Self.secret)
            adjust(&settings)
        }
    }

    private func bearer(
        _ payload: WebhookPayload, by secret: String = secret, of api: TestAPI, for application: ApplicationID? = nil,
        apiKey: String = "a1b2c3d4", tokenID: String? = nil, age: Duration = .zero
    ) throws -> String {
        let secret = try #require(WebhookSecret(secret))
        return "Bearer "
            + WebhookToken.sign(
                payload, with: secret, apiKey: apiKey, applicationID: application?.description, tokenID: tokenID,
                now: api.clock.now.advanced(by: .zero - age).seconds)
    }

    private func addSecret(_ text: String, of application: ApplicationID, _ api: TestAPI) async throws {
        try await api.registry.write { tx in
            try SignatureSecretStore(tx).add(Array(text.utf8), of: .application(application))
        }
    }

    @Test func letsInWhatIsSigned() async throws {
        try await withAPI(signed()) { api in
            let auth = try bearer(.body(Array(body.utf8)), of: api, for: api.application.id)

            #expect(try await api.post("/webhooks/event", auth: auth, json: body).status == 200)
            #expect(try await api.events().count == 1)
        }
    }

    @Test func letsInASignedGet() async throws {
        try await withAPI(signed()) { api in
            let query = WebhookPayload.query([
                .init("to", TestAPI.number), .init("from", "447700900123"), .init("uuid", call),
            ])

            let reply = try await api.get(
                "/webhooks/answer?to=447700900000&from=447700900123&uuid=\(call)", auth: try bearer(query, of: api))

            #expect(reply.text == TestAPI.aliceNCCO)
        }
    }

    @Test func anUnsignedAnswerWebhookIsRefusedAndLeavesNothing() async throws {
        try await withAPI(signed()) { api in
            try await api.addDevice(of: api.alice)

            let reply = try await api.answer(call)

            #expect(reply.status == 401)
            #expect(reply.code == "missing_signature")
            #expect(api.ringer.rung.isEmpty)
            #expect(try await api.calls().isEmpty)
            #expect(try await api.answers(of: call).isEmpty)
            #expect(
                try await eventually {
                    try await api.problems().map(\.code) == ["missing_signature"]
                }, "the problem is listed")
        }
    }

    @Test func anUnsignedEventIsToBeSentAgain() async throws {
        try await withAPI(signed()) { api in
            let reply = try await api.post("/webhooks/event", json: body)

            #expect(reply.status == 503)
            #expect(reply.fields["Retry-After"] != nil)
            #expect(try await api.events().isEmpty)
            #expect(try await api.calls().isEmpty)
        }
    }

    @Test(arguments: ["Bearer", "Bearer abc.def", "Bearer a.b.c", "Bearer \(String(repeating: "x", count: 9000))"])
    func aMalformedTokenIsRefused(authorization: String) async throws {
        try await withAPI(signed()) { api in
            let reply = try await api.post("/webhooks/event", auth: authorization, json: body)

            #expect(reply.status == 401)
            #expect(reply.code == "invalid_signature")
            #expect(try await api.events().isEmpty)
        }
    }

    @Test func aChangedBodyIsRefusedAndLeavesNothing() async throws {
        try await withAPI(signed()) { api in
            try await api.addDevice(of: api.alice)
            let auth = try bearer(.body(Array(body.utf8)), of: api)

            let event = try await api.post(
                "/webhooks/event", auth: auth, json: body.replacing("answered", with: "completed"))
            let answer = try await api.post("/webhooks/answer", auth: auth, json: body + " ")

            #expect([event.status, answer.status] == [401, 401])
            #expect(try await api.events().isEmpty)
            #expect(try await api.calls().isEmpty)
            #expect(api.ringer.rung.isEmpty)
            #expect(api.ringer.ended.isEmpty)
        }
    }

    @Test(arguments: [Duration.seconds(301), .seconds(-61)])
    func aTokenOutsideItsTimeIsRefused(age: Duration) async throws {
        try await withAPI(signed()) { api in
            let auth = try bearer(.body(Array(body.utf8)), of: api, age: age)

            #expect(try await api.post("/webhooks/event", auth: auth, json: body).status == 401)
        }
    }

    @Test func theSameTokenWithTheSameBodyIsARepeatAndWithAnotherAReplay() async throws {
        try await withAPI(signed()) { api in
            let other = body.replacing("answered", with: "completed")
            let auth = try bearer(.body(Array(body.utf8)), of: api, tokenID: "one")
            let replay = try bearer(.body(Array(other.utf8)), of: api, tokenID: "one")

            let first = try await api.post("/webhooks/event", auth: auth, json: body)
            let second = try await api.post("/webhooks/event", auth: auth, json: body)
            let third = try await api.post("/webhooks/event", auth: replay, json: other)

            #expect([first.status, second.status, third.status] == [200, 200, 401])
            #expect(third.code == "replayed_token")
            #expect(try await api.events().count == 1)
        }
    }

    @Test func aReplayIsSeenAfterARestart() async throws {
        try await withAPI(signed()) { api in
            let auth = try bearer(.body(Array(body.utf8)), of: api, tokenID: "one")
            _ = try await api.post("/webhooks/event", auth: auth, json: body)

            let memory = TokenMemory()
            await memory.fill(from: api.registry, at: api.clock.now, log: .silent)

            #expect(memory.admits("one", digest: SHA256.digest(of: body.utf8), at: api.clock.now))
            #expect(!memory.admits("one", digest: SHA256.digest(of: [1]), at: api.clock.now))
        }
    }

    /// What an answer's token had come with was not known any more, so that any other call could be told with it.
    @Test func aReplayOfAnAnswerIsSeenAfterARestart() async throws {
        try await withAPI(signed()) { api in
            let call = #"{"from":"447700900123","to":"447700900001","uuid":"aaaaaaaa-0000-4000-8000-000000000001"}"#
            let auth = try bearer(.body(Array(call.utf8)), of: api, tokenID: "one")
            #expect(try await api.post("/webhooks/answer", auth: auth, json: call).status == 200)

            let memory = TokenMemory()
            await memory.fill(from: api.registry, at: api.clock.now, log: .silent)

            #expect(memory.admits("one", digest: SHA256.digest(of: call.utf8), at: api.clock.now))
            #expect(!memory.admits("one", digest: SHA256.digest(of: [1]), at: api.clock.now))
        }
    }

    @Test func anEmptySecretVerifiesNothing() async throws {
        let api = try await TestAPI { settings in
            settings.signedWebhooks = .required
            settings.signatureSecret = Secret("")
        }
        try await withAPI(api) { api in
            let auth = try bearer(.body(Array(body.utf8)), by: "x", of: api)

            #expect(try await api.post("/webhooks/event", auth: auth, json: body).status == 401)
            #expect(try await api.post("/webhooks/event", json: body).status == 503)
            #expect(try await api.events().isEmpty)
        }
    }

    @Test func offMeansOff() async throws {
        try await withAPI(signed { $0.signedWebhooks = .off }) { api async throws in
            #expect(try await api.post("/webhooks/event", auth: "Bearer nonsense", json: body).status == 200)
        }
    }

    @Test func whenSecretsCannotBeReadNothingUnsignedIsLetIn() async throws {
        try await withAPI(TestAPI { $0.secretsAreUnreadable = true }) { api async throws in
            #expect(try await api.answer(call).status == 401)
            #expect(try await api.calls().isEmpty)
        }
    }

    // MARK: Which secret

    @Test func theSecretIsChosenByTheAccount() async throws {
        let api = try await signed { $0.signatureSecrets = ["beefcafe": [Secret("old"), Secret("second-account")]] }
        try await withAPI(api) { api in
            let payload = WebhookPayload.body(Array(body.utf8))
            let right = try bearer(payload, by: "second-account", of: api, apiKey: "beefcafe")
            let wrong = try bearer(payload, by: "second-account", of: api, apiKey: "a1b2c3d4")

            #expect(try await api.post("/webhooks/event", auth: right, json: body).status == 200)
            #expect(try await api.post("/webhooks/event", auth: wrong, json: body).status == 401)
        }
    }

    @Test func theAPISecretIsNoSignatureSecret() async throws {
        try await withAPI(signed()) { api in
            let auth = try bearer(.body(Array(body.utf8)), by: TestAPI.adminSecret, of: api)

            #expect(try await api.post("/webhooks/event", auth: auth, json: body).status == 401)
        }
    }

    @Test func anApplicationsOwnSecretIsDemandedOfItsWebhooksAlone() async throws {
        try await withAPI(TestAPI()) { api in
            let other = try await api.addApplication("Other", number: "447700900050")
            try await addSecret(Self.ownSecret, of: other.id, api)

            let unsigned = try await api.answer(call, to: "447700900050")
            let unsignedByPath = try await api.answer(call, path: "/apps/\(other.id)/webhooks/answer")
            let ofTheFirst = try await api.answer(call)

            #expect([unsigned.status, unsignedByPath.status, ofTheFirst.status] == [401, 401, 200])
            #expect(ofTheFirst.text == TestAPI.aliceNCCO)
        }
    }

    @Test func anApplicationsOwnSecretSpeaksForThatApplicationAlone() async throws {
        try await withAPI(TestAPI()) { api in
            try await api.addDevice(of: api.alice)
            let other = try await api.addApplication("Other", number: "447700900050")
            try await addSecret(Self.ownSecret, of: other.id, api)
            func auth(_ json: String) throws -> String {
                try bearer(.body(Array(json.utf8)), by: Self.ownSecret, of: api, for: other.id)
            }
            let foreignNumber = #"{"uuid":"x1","to":"447700900000","from":"447700900123"}"#
            let ownNumber = #"{"uuid":"x2","to":"447700900050","from":"447700900123"}"#

            let foreign = try await api.post("/webhooks/answer", auth: try auth(foreignNumber), json: foreignNumber)
            let own = try await api.post("/webhooks/answer", auth: try auth(ownNumber), json: ownNumber)
            let path = try await api.post(
                "/apps/\(api.application.id)/webhooks/answer", auth: try auth(ownNumber), json: ownNumber)

            #expect([foreign.status, own.status, path.status] == [401, 200, 401])
            #expect([foreign.code, path.code] == ["wrong_application", "wrong_application"])
            #expect(api.ringer.rung.isEmpty)
            #expect(try await api.calls().map(\.uuid.text) == ["x2"])
        }
    }

    @Test func anApplicationsOwnSecretDoesNotReachTheCallsOfAnother() async throws {
        try await withAPI(TestAPI()) { api in
            let other = try await api.addApplication("Other", number: "447700900050")
            try await addSecret(Self.ownSecret, of: other.id, api)
            // Known from the store only: it is an event of an earlier life of the server.
            _ = try await api.post("/apps/\(api.application.id)/webhooks/event", json: body)
            let ended = #"{"uuid":"\#(call)","status":"completed"}"#
            let auth = try bearer(.body(Array(ended.utf8)), by: Self.ownSecret, of: api, for: other.id)

            let reply = try await api.post("/webhooks/event", auth: auth, json: ended)

            #expect(reply.status == 401)
            #expect(reply.code == "wrong_application")
            #expect(try await api.calls().map(\.record.status) == [.answered])
            #expect(api.ringer.ended.isEmpty)
        }
    }

    @Test func anUnknownApplicationInTheTokenIsRefused() async throws {
        try await withAPI(signed()) { api in
            let auth = try bearer(.body(Array(body.utf8)), of: api, for: .random())

            #expect(try await api.post("/webhooks/event", auth: auth, json: body).status == 401)
        }
    }

    // MARK: What must not be seen

    @Test func noSecretAndNoTokenIsLogged() async throws {
        try await withAPI(signed()) { api in
            let payload = WebhookPayload.body(Array(body.utf8))
            let good = try bearer(payload, of: api)
            let bad = try bearer(payload, by: "wrong", of: api)
            _ = try await api.post("/webhooks/event", auth: good, json: body)
            _ = try await api.post("/webhooks/event", auth: bad, json: body)
            _ = try await api.get("/webhooks/answer?uuid=1", auth: bad)
            _ = try await api.get("/metrics?api_key=a1b2c3d4&api_secret=guess-the-secret")
            _ = try await api.get("/client/me", auth: try api.bearer("Alice"))

            let log = api.logs.text
            let problems = try await api.problems().map(\.detail).joined()
            for secret in [Self.secret, TestAPI.adminSecret, "guess-the-secret"]
                + [good, bad].map({ String($0.suffix(20)) })
            {
                #expect(!log.contains(secret))
                #expect(!problems.contains(secret))
            }
            #expect(log.contains("webhook.refused"))
        }
    }

    /// The vectors that everybody who reads signed webhooks must agree on.
    @Test(arguments: SignedFixture.all)
    func agreesWithThePublishedVectors(fixture: SignedFixture) async throws {
        let application = try #require(ApplicationID("aaaaaaaa-0000-4000-8000-000000000001"))
        let api = try await TestAPI(
            applicationID: application, clock: ManualClock(Timestamp(seconds: fixture.now))
        ) { settings in
            settings.signatureSecret = Secret("example-signature-secret-not-for-use-0001")
            settings.refusesGetWithoutHash = true
        }
        try await withAPI(api) { api in
            let path = fixture.method == "GET" ? "/webhooks/answer" : "/webhooks/event"
            let query = fixture.target.drop { $0 != "?" }
            let reply = try await api.send(
                Method(fixture.method), path + query, fields: fixture.fields,
                body: fixture.method == "GET" ? nil : Array(fixture.body.utf8))

            #expect((reply.status == 200) == fixture.isAccepted)
            if !fixture.isAccepted { #expect(try await api.events().isEmpty) }
        }
    }
}

struct SignedFixture: Sendable, CustomTestStringConvertible {
    let name: String
    let method: String
    let target: String
    let fields: Fields
    let body: String
    let now: Int64
    let isAccepted: Bool

    var testDescription: String { name }

    /// The account's key is a hint and no more, so a token signed with the secret for all is good whatever it says;
    /// the one vector that differs is left out.
    static let all: [SignedFixture] = {
        let cases = (try? Fixtures.json("signed/jwt-hs256.json"))?["cases"]?.array ?? []
        return cases.compactMap { entry in
            guard let name = entry["name"]?.string, name != "unknown api_key", let now = entry["now"]?.int else {
                return nil
            }
            var fields = Fields()
            for field in entry["headers"]?.array ?? [] {
                guard let name = field[0]?.string, let value = field[1]?.string else { continue }
                fields.append(name, value)
            }
            return SignedFixture(
                name: name, method: entry["method"]?.string ?? "", target: entry["target"]?.string ?? "",
                fields: fields, body: entry["body"]?.string ?? "", now: Int64(now),
                isAccepted: entry["verdict"]?.string?.hasPrefix("accept") ?? false)
        }
    }()
}
