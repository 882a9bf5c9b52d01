import Crypto
import Testing

struct CodecTests {
    /// RFC 4648 §10.
    @Test(arguments: [
        ("", "", ""), ("f", "Zg==", "66"), ("fo", "Zm8=", "666f"), ("foo", "Zm9v", "666f6f"),
        ("foob", "Zm9vYg==", "666f6f62"), ("fooba", "Zm9vYmE=", "666f6f6261"), ("foobar", "Zm9vYmFy", "666f6f626172"),
    ])
    func followsTheVectorsOfTheStandard(text: String, base64: String, hex: String) {
        let bytes = Array(text.utf8)

        #expect(Base64.encode(bytes) == base64)
        #expect(Base64.decode(base64) == bytes)
        #expect(Base64URL.encode(bytes) == base64.filter { $0 != "=" })
        #expect(Base64URL.decode(base64.filter { $0 != "=" }) == bytes)
        #expect(Hex.encode(bytes) == hex)
        #expect(Hex.decode(hex.uppercased()) == bytes)
    }

    @Test func theAlphabetsDifferInTwoCharacters() {
        let bytes: [UInt8] = [0xFB, 0xEF, 0xFF]

        #expect(Base64.encode(bytes) == "++//")
        #expect(Base64URL.encode(bytes) == "--__")
        #expect(Base64.decode("--__") == nil)
        #expect(Base64URL.decode("++//") == nil)
    }

    @Test(arguments: 0..<70)
    func everyLengthComesBack(count: Int) {
        let bytes = randomBytes(count)

        #expect(bytes.count == count)
        #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        #expect(Hex.decode(Hex.encode(bytes)) == bytes)
    }

    /// One value has one spelling, so that a token cannot be varied.
    @Test(arguments: ["A", "AB", "AAB", "Zg==", "Zm9v\n", "Zm 9v", "Zm9vYg=", "Zü"])
    func base64URLRefuses(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test(arguments: ["Zg", "Zg=", "Z===", "====", "Zh==", "Zg==Zg==", "Zm9v\n"])
    func base64Refuses(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test(arguments: ["0", "0g", "00 00", "0x00", "é"])
    func hexRefuses(text: String) {
        #expect(Hex.decode(text) == nil)
    }

    @Test func lineEndsCanBePassedOver() {
        #expect(Hex.decode("30 82\r\n0A 2F\n", ignoringWhitespace: true) == [0x30, 0x82, 0x0A, 0x2F])
        #expect(Base64.decode("Zm9v\r\nYg==\n", ignoringWhitespace: true) == Array("foob".utf8))
    }
}
