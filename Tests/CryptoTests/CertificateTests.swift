import Crypto
import Testing

struct CertificateTests {
    @Test func theOpenSSLProgramAcceptsTheChain() throws {
        let authority = CertificateAuthority(name: "Test CA", validity: 1_700_000_000..<4_000_000_000)
        let server = authority.server(names: ["localhost"], addresses: ["127.0.0.1"])

        let verdict = try OpenSSLCommand.run(
            [
                "verify", "-x509_strict", "-purpose", "sslserver", "-verify_ip", "127.0.0.1", "-CAfile", "ca.pem",
                "leaf.pem",
            ],
            files: ["ca.pem": Array(authority.certificatePEM.utf8), "leaf.pem": Array(server.certificatePEM.utf8)])

        #expect(String(decoding: verdict, as: UTF8.self) == "leaf.pem: OK\n")
    }

    @Test func readsSubjectAndDates() throws {
        let authority = CertificateAuthority(name: "Test CA", validity: 1_700_000_000..<4_000_000_000)
        let certificate = authority.pushClient(bundle: "com.example.calls", topics: []).certificate

        #expect(authority.certificate.commonName == "Test CA")
        #expect(authority.certificate.userID == nil)
        #expect(certificate.commonName == "Apple Push Services: com.example.calls")
        #expect(certificate.userID == "com.example.calls")
        #expect(certificate.notBefore == 1_700_000_000)
        #expect(certificate.notAfter == 4_000_000_000)
    }

    @Test func bothFormsComeBack() throws {
        let certificate = try #require(Certificate(der: Fixtures.der("cert.der")))

        #expect(try Certificate.certificates(pem: certificate.pem.utf8) == [certificate])
        #expect(try Certificate.certificates(pem: Fixtures.pem("cert.pem").utf8) == [certificate])
        #expect(certificate.der == (try Fixtures.der("cert.der")))
        #expect(Certificate(der: certificate.der + [0]) == nil)
        #expect(Certificate(der: []) == nil)
    }

    @Test func namesAKeyInPlaceOfACertificate() throws {
        let text = try Fixtures.pem("rsa_public.pem")

        #expect(throws: KeyError.keyGiven) { try Certificate.certificates(pem: text.utf8) }
    }
}
