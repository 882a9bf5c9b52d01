import Crypto
import Testing

struct PKCS12Tests {
    @Test(arguments: [
        ("legacy_rc2_40.p12", "s3cret"), ("modern_aes.p12", "s3cret"), ("empty_password.p12", ""),
        ("apns_plain.p12", "s3cret"), ("apns_universal.p12", "s3cret"), ("web_server.p12", "s3cret"),
        ("expired.p12", "s3cret"), ("second_identity.p12", "s3cret"), ("chain.p12", "s3cret"),
    ])
    func takesKeyAndCertificateOut(file: String, password: String) throws {
        let identity = try PKCS12.identity(in: Fixtures.p12(file), password: password)

        #expect(identity.certificate.belongs(to: identity.key))
        #expect(identity.key.pem.hasPrefix("-----BEGIN PRIVATE KEY-----"))
    }

    @Test func oldAndNewCiphersWorkInTLS() throws {
        for file in ["legacy_rc2_40.p12", "modern_aes.p12"] {
            let identity = try PKCS12.identity(in: Fixtures.p12(file), password: "s3cret")

            _ = try TLSContext.client(trust: .system, identity: identity, protocols: ["h2"])
        }
    }

    @Test func noPasswordAndAnEmptyOneAreTheSame() throws {
        let file = try Fixtures.p12("empty_password.p12")

        let left = try PKCS12.identity(in: file, password: nil)
        let right = try PKCS12.identity(in: file, password: "")

        #expect(left.certificate == right.certificate)
    }

    @Test func takesTheCertificateThatBelongsToTheKey() throws {
        let identity = try PKCS12.identity(in: Fixtures.p12("chain.p12"), password: "s3cret")

        #expect(identity.certificate.belongs(to: identity.key))
        #expect(!identity.chain.isEmpty)
        #expect(identity.chain.allSatisfy { !$0.belongs(to: identity.key) })
    }

    @Test(arguments: [
        ("modern_aes.p12", "nope" as String?, PKCS12Error.wrongPassword), ("legacy_rc2_40.p12", "nope", .wrongPassword),
        ("modern_aes.p12", nil, .passwordNeeded), ("empty_password.p12", "s3cret", .wrongPassword),
        ("no_key.p12", "s3cret", .noPrivateKey), ("key_only.p12", "s3cret", .noCertificate),
    ])
    func namesWhatIsWrong(file: String, password: String?, error: PKCS12Error) throws {
        let bytes = try Fixtures.p12(file)

        #expect(throws: error) { try PKCS12.identity(in: bytes, password: password) }
    }

    @Test func namesFilesOfOtherKinds() throws {
        let ecKey = Array(try Fixtures.pem("ec_p256.pem").utf8)
        let certificateText = Array(try Fixtures.pem("cert.pem").utf8)
        let certificate = try Fixtures.der("cert.der")

        #expect(throws: PKCS12Error.notPKCS12(.pemKey)) { try PKCS12.identity(in: ecKey) }
        #expect(throws: PKCS12Error.notPKCS12(.pemCertificate)) { try PKCS12.identity(in: certificateText) }
        #expect(throws: PKCS12Error.notPKCS12(.certificate)) { try PKCS12.identity(in: certificate) }
        #expect(throws: PKCS12Error.notPKCS12(.text)) { try PKCS12.identity(in: "<html>not found</html>".utf8) }
        #expect(throws: PKCS12Error.notPKCS12(.nothing)) { try PKCS12.identity(in: []) }
        #expect(throws: PKCS12Error.notPKCS12(.unknown)) { try PKCS12.identity(in: [0x30, 0x82, 0x00]) }
    }

    @Test func passesOverBytesAfterTheEnd() throws {
        let file = try Fixtures.p12("modern_aes.p12") + [0x0D, 0x0A]

        _ = try PKCS12.identity(in: file, password: "s3cret")
    }

    @Test func anyCutIsRefused() throws {
        let file = try Fixtures.p12("modern_aes.p12")

        for count in stride(from: 1, to: file.count, by: 41) {
            #expect(throws: PKCS12Error.self) { try PKCS12.identity(in: file.prefix(count), password: "s3cret") }
        }
    }

    @Test func withoutAMACTheDecryptionTellsAWrongPassword() throws {
        let file = try withoutMAC()

        _ = try PKCS12.identity(in: file, password: "s3cret")
        #expect(throws: PKCS12Error.wrongPassword) { try PKCS12.identity(in: file, password: "nope") }
    }

    @Test func namesACipherNobodyKnows() throws {
        var file = try withoutMAC()
        // The object identifier of AES-256-CBC, made into one that is not assigned.
        let known: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x2A]
        let places = file.indices.dropLast(known.count).filter { file[$0..<($0 + known.count)].elementsEqual(known) }
        for place in places { file[place + known.count - 1] = 0x7F }

        #expect(!places.isEmpty)
        #expect {
            try PKCS12.identity(in: file, password: "s3cret")
        } throws: { error in
            guard case .unsupported(let name) = error as? PKCS12Error else { return false }
            return !name.isEmpty
        }
    }

    private func withoutMAC() throws -> [UInt8] {
        let authority = CertificateAuthority(name: "Test CA", validity: 1_700_000_000..<4_000_000_000)
        let identity = authority.server()
        return try OpenSSLCommand.run(
            ["pkcs12", "-export", "-nomac", "-in", "cert.pem", "-inkey", "key.pem", "-passout", "pass:s3cret"],
            files: ["cert.pem": Array(identity.certificatePEM.utf8), "key.pem": Array(identity.key.pem.utf8)])
    }
}
