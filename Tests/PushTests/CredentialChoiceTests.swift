import Crypto
import Telephony
import Testing

@testable import Push

struct CredentialChoiceTests {
    static let authority = CertificateAuthority(name: "Apple", validity: 0..<4_000_000_000)

    static func certificate(
        _ id: String, _ bundle: String, topics: [String]? = nil, sandbox: Bool = true, production: Bool = true
    ) -> PushCredential {
        PushCredential(
            id: id,
            certificate: authority.pushClient(
                bundle: bundle, topics: topics ?? [bundle, bundle + ".voip"], sandbox: sandbox, production: production))
    }

    func choose(
        _ all: [PushCredential], _ device: PushDevice, _ kind: PushKind = .voip, defaultBundle: String? = nil,
        at time: Timestamp = fixtureTime
    ) -> Result<String, CredentialProblem> {
        Result { () throws(CredentialProblem) in
            let choice = try chooseCredential(
                among: all, for: device, kind, defaultBundle: defaultBundle.flatMap { BundleID($0) }, now: time)
            return "\(choice.credential.id) \(choice.bundle)"
        }
    }

    @Test func noCredentialIsSaidInWords() {
        let problem = choose([], .phone())

        #expect(
            problem == .failure(CredentialProblem(description: "no push certificate or key for this application")))
    }

    @Test func appOfTheDeviceComesFirst() {
        let all = [Self.certificate("a", "com.example.a"), Self.certificate("b", "com.example.b")]

        #expect(
            choose(all, .phone(bundle: "com.example.b"), defaultBundle: "com.example.a") == .success("b com.example.b"))
    }

    @Test func configuredAppComesNext() {
        let all = [Self.certificate("a", "com.example.a"), Self.certificate("b", "com.example.b")]

        #expect(choose(all, .phone(bundle: nil), defaultBundle: "com.example.a.voip") == .success("a com.example.a"))
    }

    @Test func onlyAppOfTheOnlyCredentialComesLast() {
        #expect(choose([Self.certificate("a", "com.example.a")], .phone(bundle: nil)) == .success("a com.example.a"))
    }

    @Test func otherTopicsOfAUniversalCertificateAreNoApps() {
        let topics = ["com.example.a", "com.example.a.voip", "com.example.a.complication"]

        #expect(
            choose([Self.certificate("a", "com.example.a", topics: topics)], .phone(bundle: nil))
                == .success("a com.example.a"))
    }

    @Test func withoutAnyAppThereIsAProblem() throws {
        let key = PushCredential(id: "key", key: .sample)
        let two = [Self.certificate("a", "com.example.a"), Self.certificate("b", "com.example.b")]

        for all in [[key], two] {
            guard case .failure(let problem) = choose(all, .phone(bundle: nil)) else {
                Issue.record("no problem")
                return
            }
            #expect(problem.description.hasPrefix("no bundle id"))
        }
    }

    @Test func keyIsGoodForEveryApp() {
        #expect(choose([PushCredential(id: "key", key: .sample)], .phone(bundle: "org.any")) == .success("key org.any"))
    }

    @Test func keyOfOneAppIsGoodForThatAlone() {
        let key = PushCredential(id: "key", key: .sample, topics: ["com.example.a"])

        #expect(choose([key], .phone(bundle: "com.example.a")) == .success("key com.example.a"))
        #expect(
            choose([key], .phone(bundle: "com.example.b"))
                == .failure(CredentialProblem(description: "no push certificate or key covers com.example.b")))
    }

    @Test func certificateWithTheVoIPTopicIsPreferred() {
        let plain = Self.certificate("plain", "com.example.a", topics: ["com.example.a"])
        let voip = Self.certificate("voip", "com.example.a", topics: ["com.example.a.voip"])

        #expect(choose([plain, voip], .phone(bundle: "com.example.a")) == .success("voip com.example.a"))
        #expect(choose([voip, plain], .phone(bundle: "com.example.a"), .alert) == .success("plain com.example.a"))
        #expect(choose([plain], .phone(bundle: "com.example.a")) == .success("plain com.example.a"))
    }

    @Test func environmentMustFit() {
        let all = [Self.certificate("a", "com.example.a", sandbox: false)]

        #expect(choose(all, .phone(bundle: "com.example.a", sandbox: false)) == .success("a com.example.a"))
        #expect(
            choose(all, .phone(bundle: "com.example.a"))
                == .failure(
                    CredentialProblem(
                        description: "no push certificate or key for com.example.a covers the sandbox gateway")))
    }

    @Test func expiredCertificateIsNotShown() {
        let all = [Self.certificate("a", "com.example.a")]

        let problem = choose(all, .phone(bundle: "com.example.a"), at: Timestamp(seconds: 4_000_000_001))

        guard case .failure(let reason) = problem else {
            Issue.record("chosen")
            return
        }
        #expect(reason.description.hasPrefix("no valid push certificate for com.example.a: it expired at 2096"))
    }
}
