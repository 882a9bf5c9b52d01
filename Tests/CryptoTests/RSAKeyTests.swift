import Crypto
import Testing

struct RSAKeyTests {
    private let message = Array("header.claims".utf8)

    @Test func bothWrappingsAreTheSameKey() throws {
        let pkcs8 = try RSAPrivateKey(pem: Fixtures.pem("rsa_pkcs8.pem"))
        let pkcs1 = try RSAPrivateKey(pem: Fixtures.pem("rsa_pkcs1.pem"))

        #expect(pkcs8 == pkcs1)
        #expect(pkcs1.pem == pkcs8.pem)
        #expect(pkcs1.signature(for: message) == pkcs8.signature(for: message))
    }

    @Test func signsWhatThePublicHalfVerifies() throws {
        let key = try RSAPrivateKey(pem: Fixtures.pem("rsa_pkcs8.pem"))
        let publicKey = try RSAPublicKey(pem: Fixtures.pem("rsa_public.pem"))
        let other = try RSAPublicKey(pem: Fixtures.pem("rsa2_public.pem"))

        var signature = key.signature(for: message)

        #expect(signature.count == 256)
        #expect(publicKey.verifies(signature, for: message))
        #expect(!other.verifies(signature, for: message))
        #expect(!publicKey.verifies(signature, for: message + [0]))
        #expect(!publicKey.verifies(signature.dropLast(), for: message))
        #expect(!publicKey.verifies([], for: message))
        signature[100] ^= 1
        #expect(!publicKey.verifies(signature, for: message))
    }

    @Test func knowsItsOtherHalf() throws {
        let key = try RSAPrivateKey(pem: Fixtures.pem("rsa_pkcs8.pem"))

        #expect(key.matches(try RSAPublicKey(pem: Fixtures.pem("rsa_public.pem"))))
        #expect(!key.matches(try RSAPublicKey(pem: Fixtures.pem("rsa2_public.pem"))))
        #expect(key.publicKey.pem == (try Fixtures.pem("rsa_public.pem")))
    }

    /// PKCS#8 and SubjectPublicKeyInfo, as the platform hands keys out.
    @Test func aFreshKeyIsReadByTheOpenSSLProgram() throws {
        let key = RSAPrivateKey.generate()

        let publicText = try OpenSSLCommand.run(
            ["pkey", "-in", "private.pem", "-pubout"], files: ["private.pem": Array(key.pem.utf8)])
        try OpenSSLCommand.run(
            ["dgst", "-sha256", "-verify", "public.pem", "-signature", "signature", "message"],
            files: [
                "public.pem": Array(key.publicKey.pem.utf8), "signature": key.signature(for: message),
                "message": message,
            ])

        #expect(key.pem.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(key.publicKey.pem.hasPrefix("-----BEGIN PUBLIC KEY-----\n"))
        #expect(String(decoding: publicText, as: UTF8.self) == key.publicKey.pem)
        #expect(try RSAPrivateKey(pem: key.pem) == key)
    }

    /// RFC 7515 A.2.
    @Test func verifiesTheVectorOfTheStandard() throws {
        let token =
            "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0"
            + "cnVlfQ"
        let modulus =
            "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS"
            + "-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEM"
            + "a2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk"
            + "2PAcDTW9gb54h4FRWyuXpoQ"
        let signature =
            "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF"
            + "9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383Lc"
            + "OLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlV"
            + "mtVrBp0igcN_IoypGlUPQGe77Rw"
        let key = try RSAPublicKey(pem: pkcs1PEM(modulus: #require(Base64URL.decode(modulus))))

        #expect(key.verifies(try #require(Base64URL.decode(signature)), for: token.utf8))
    }

    @Test(arguments: [
        ("rsa_public.pem", KeyError.publicKeyGiven, "public key"),
        ("cert.pem", .certificateGiven, "certificate"),
        ("rsa_encrypted.pem", .encrypted, "encrypted"),
        ("ec_p256.pem", .ecKeyGiven, "EC key"),
    ])
    func namesWhatStandsInPlaceOfAPrivateKey(file: String, error: KeyError, words: String) throws {
        let text = try Fixtures.pem(file)

        #expect(throws: error) { try RSAPrivateKey(pem: text) }
        #expect("\(error)".contains(words))
    }

    @Test(arguments: [
        ("rsa_pkcs8.pem", KeyError.privateKeyGiven), ("rsa_pkcs1.pem", .privateKeyGiven),
        ("cert.pem", .certificateGiven),
    ])
    func namesWhatStandsInPlaceOfAPublicKey(file: String, error: KeyError) throws {
        let text = try Fixtures.pem(file)

        #expect(throws: error) { try RSAPublicKey(pem: text) }
    }

    @Test func refusesKeysThatAreTooShort() throws {
        let short = try OpenSSLCommand.run(["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024"])
        let publicHalf = try OpenSSLCommand.run(["pkey", "-in", "key.pem", "-pubout"], files: ["key.pem": short])

        #expect(throws: KeyError.tooShort(bits: 1024)) { try RSAPrivateKey(pem: short) }
        #expect(throws: KeyError.tooShort(bits: 1024)) { try RSAPublicKey(pem: publicHalf) }
    }

    @Test func namesTheOldEncryptedForm() throws {
        let locked = try OpenSSLCommand.run(
            ["rsa", "-in", "key.pem", "-aes128", "-passout", "pass:s3cret", "-traditional"],
            files: ["key.pem": Array(try Fixtures.pem("rsa_pkcs1.pem").utf8)])

        #expect(throws: KeyError.encrypted) { try RSAPrivateKey(pem: locked) }
    }

    /// A DER integer and the exponent 65537 as PKCS#1 text.
    private func pkcs1PEM(modulus: [UInt8]) -> String {
        let number = [UInt8](arrayLiteral: 0x02, 0x82, 0x01, 0x01, 0x00) + modulus
        let sequence: [UInt8] = [0x30, 0x82, 0x01, 0x0A] + number + [0x02, 0x03, 0x01, 0x00, 0x01]
        return "-----BEGIN RSA PUBLIC KEY-----\n\(Base64.encode(sequence))\n-----END RSA PUBLIC KEY-----"
    }
}
