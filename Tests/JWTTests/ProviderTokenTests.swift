import Crypto
import JWT
import Testing

struct ProviderTokenTests {
    private let key = ECPrivateKey.generate()

    @Test func hasTheHeaderAndClaimsAppleWants() throws {
        let token = ProviderToken(keyID: "KEY1234567", teamID: "TEAM123456", key: key, issuedAt: 1_772_355_600)

        let parts = try token.text.split(separator: ".").map {
            String(decoding: try #require(Base64URL.decode($0)), as: UTF8.self)
        }

        #expect(parts.count == 3)
        #expect(parts[0] == #"{"alg":"ES256","kid":"KEY1234567"}"#)
        #expect(parts[1] == #"{"iss":"TEAM123456","iat":1772355600}"#)
        #expect(token.text.split(separator: ".").last?.utf8.count == 86, "64 bytes, not DER")
    }

    @Test func aStandInReadsIt() throws {
        let token = ProviderToken(keyID: "KEY1234567", teamID: "TEAM123456", key: key, issuedAt: 1_772_355_600)

        let read = try #require(ProviderToken(token.text))

        #expect(read == token)
        #expect(read.isSigned(by: key.publicKey))
        #expect(!read.isSigned(by: ECPrivateKey.generate().publicKey))
    }

    @Test func aChangedTokenIsNotSigned() throws {
        let token = ProviderToken(keyID: "KEY1234567", teamID: "TEAM123456", key: key, issuedAt: 1_772_355_600)
        var parts = token.text.split(separator: ".").map(String.init)
        parts[1] = Base64URL.encode(#"{"iss":"OTHER12345","iat":1772355600}"#.utf8)

        let read = try #require(ProviderToken(parts.joined(separator: ".")))

        #expect(read.teamID == "OTHER12345")
        #expect(!read.isSigned(by: key.publicKey))
    }

    @Test(arguments: ["", "a.b", "e30.e30.", "bearer x"])
    func refusesOtherTexts(text: String) {
        #expect(ProviderToken(text) == nil)
    }
}
