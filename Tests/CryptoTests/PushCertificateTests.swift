import Crypto
import Testing

struct PushCertificateTests {
    private let now: Int64 = 1_772_355_600

    private func read(_ file: String) throws -> PushCertificate {
        PushCertificate(try PKCS12.identity(in: Fixtures.p12(file), password: "s3cret").certificate)
    }

    @Test func readsTheTopicList() throws {
        let certificate = try read("apns_universal.p12")

        #expect(certificate.topics.contains("com.example.phone.voip"))
        #expect(certificate.topics.contains("com.example.phone"))
        #expect(certificate.coversVoIP)
        #expect(certificate.isForPush)
    }

    @Test func aPlainPushCertificateHasNoVoIPTopic() throws {
        let certificate = try read("apns_plain.p12")

        let problem = certificate.problem(wantsVoIP: true, now: certificate.notBefore)

        #expect(problem == .noVoIPTopic(certificate.topics))
        #expect(problem.map { "\($0)".contains("VoIP") } == true)
    }

    @Test func aWebServersCertificateIsNotForPush() throws {
        #expect(try read("web_server.p12").problem(wantsVoIP: false, now: now) == .notForPush)
    }

    @Test func anExpiredOneSaysSo() throws {
        let certificate = try read("expired.p12")

        let problem = certificate.problem(wantsVoIP: false, now: certificate.notAfter + 1)

        #expect(problem == .expired(certificate.notAfter))
        #expect(problem.map { "\($0)".contains("expired (20") } == true)
    }

    @Test func theListFollowsAppleLayout() throws {
        let authority = CertificateAuthority(name: "Test CA", validity: (now - 100)..<(now + 100))
        let topics = ["com.example.calls", "com.example.calls.voip", "com.example.calls.complication"]

        let certificate = PushCertificate(
            authority.pushClient(bundle: "com.example.calls", topics: topics, sandbox: true, production: false)
                .certificate)

        #expect(certificate.topics == topics)
        #expect(certificate.sandbox && !certificate.production)
        #expect(certificate.notBefore == now - 100 && certificate.notAfter == now + 100)
    }

    @Test func withoutAListTheSubjectNamesTheTopic() {
        let authority = CertificateAuthority(name: "Test CA", validity: (now - 100)..<(now + 100))

        let certificate = PushCertificate(
            authority.pushClient(bundle: "com.example.calls.voip", topics: [], production: false).certificate)

        #expect(certificate.topics == ["com.example.calls.voip"])
        #expect(certificate.coversVoIP)
    }

    @Test(arguments: [
        ("com.example.calls", true, true, Int64(0), nil as PushCertificate.Problem?),
        ("com.example.calls", true, false, 0, .notForProduction),
        ("com.example.other", true, true, 0, .otherBundle(["com.example.calls.voip"])),
        ("com.example.calls", true, true, 101, .expired(1_772_355_700)),
        ("com.example.calls", true, true, -101, .notYetValid(1_772_355_500)),
    ])
    func namesWhatStandsAgainstIt(
        bundle: String, wantsVoIP: Bool, sandbox: Bool, offset: Int64, problem: PushCertificate.Problem?
    ) {
        let authority = CertificateAuthority(name: "Test CA", validity: (now - 100)..<(now + 100))
        let certificate = PushCertificate(
            authority.pushClient(
                bundle: "com.example.calls", topics: ["com.example.calls.voip"], sandbox: true, production: false
            ).certificate)

        let found = certificate.problem(bundle: bundle, wantsVoIP: wantsVoIP, sandbox: sandbox, now: now + offset)

        #expect(found == problem)
    }
}
