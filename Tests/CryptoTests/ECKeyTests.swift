import Crypto
import Testing

struct ECKeyTests {
    private let message = Array("header.claims".utf8)

    @Test func signsWhatThePublicHalfVerifies() throws {
        let key = try ECPrivateKey(pem: Fixtures.pem("ec_p256.pem"))

        var signature = key.signature(for: message)

        #expect(signature.count == 64)
        #expect(key.publicKey.verifies(signature, for: message))
        #expect(!key.publicKey.verifies(signature, for: message.dropLast()))
        #expect(!ECPrivateKey.generate().publicKey.verifies(signature, for: message))
        signature[10] ^= 1
        #expect(!key.publicKey.verifies(signature, for: message))
        #expect(!key.publicKey.verifies([UInt8](repeating: 0, count: 64), for: message))
        #expect(!key.publicKey.verifies([], for: message))
    }

    /// A number with leading zero bytes must still fill its 32 bytes; about every 128th signature has one.
    @Test func everySignatureHas64Bytes() {
        let key = ECPrivateKey.generate()

        for number in 0..<400 {
            let signature = key.signature(for: "\(number)".utf8)
            #expect(signature.count == 64)
            #expect(key.publicKey.verifies(signature, for: "\(number)".utf8))
        }
    }

    /// RFC 7515 A.3.
    @Test func verifiesTheVectorOfTheStandard() throws {
        let x = try #require(Base64URL.decode("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"))
        let y = try #require(Base64URL.decode("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"))
        let head = try #require(Hex.decode("3059301306072a8648ce3d020106082a8648ce3d03010703420004"))
        let token =
            "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0"
            + "cnVlfQ"
        let signature = "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
        let pem = "-----BEGIN PUBLIC KEY-----\n\(Base64.encode(head + x + y))\n-----END PUBLIC KEY-----\n"

        let key = try ECPublicKey(pem: pem)

        #expect(key.verifies(try #require(Base64URL.decode(signature)), for: token.utf8))
        #expect(try ECPublicKey(pem: key.pem) == key)
    }

    @Test func refusesOtherKinds() throws {
        let otherCurve = try OpenSSLCommand.run(["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"])
        let edwards = try OpenSSLCommand.run(["genpkey", "-algorithm", "ED25519"])
        let rsa = try Fixtures.pem("rsa_pkcs8.pem")

        #expect(throws: KeyError.wrongCurve) { try ECPrivateKey(pem: otherCurve) }
        #expect(throws: KeyError.rsaKeyGiven) { try ECPrivateKey(pem: rsa) }
        #expect(throws: KeyError.unsupported("a key that is neither RSA nor EC")) { try ECPrivateKey(pem: edwards) }
        #expect(throws: KeyError.unsupported("a key that is neither RSA nor EC")) { try RSAPrivateKey(pem: edwards) }
    }

    @Test func readsTheFormOfOldOpenSSL() throws {
        let key = ECPrivateKey.generate()

        let text = try OpenSSLCommand.run(
            ["ec", "-in", "key.pem"], files: ["key.pem": Array(key.pem.utf8)])

        #expect(String(decoding: text, as: UTF8.self).hasPrefix("-----BEGIN EC PRIVATE KEY-----"))
        #expect(try ECPrivateKey(pem: text) == key)
    }
}
