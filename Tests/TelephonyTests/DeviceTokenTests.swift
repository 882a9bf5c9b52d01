import Telephony
import Testing

@Suite struct DeviceTokenTests {
    private static let token = "a54dca182530bb1d6d132cded6237b2ed91e3f721fcb1971174494d6493c9d5c"

    @Test(arguments: [
        token, token.uppercased(), "  \(token)\n",
        "<a54dca18 2530bb1d 6d132cde d6237b2e d91e3f72 1fcb1971 174494d6 493c9d5c>",
    ])
    func readsHexInEverySpelling(text: String) throws {
        #expect(try DeviceToken(text).hex == Self.token)
    }

    @Test(arguments: ["pU3KGCUwux1tEyze1iN7LtkeP3IfyxlxF0SU1kk8nVw=", "pU3KGCUwux1tEyze1iN7LtkeP3IfyxlxF0SU1kk8nVw"])
    func readsBase64WhereItIsDeclared(text: String) throws {
        #expect(try DeviceToken(text, encoding: .base64).hex == Self.token)
    }

    @Test func readsBothAlphabetsOfBase64() throws {
        #expect(try DeviceToken("-_8=", encoding: .base64) == DeviceToken("+/8=", encoding: .base64))
        #expect(try DeviceToken("+/8=", encoding: .base64).hex == "fbff")
    }

    @Test func doesNotCountOnALength() throws {
        #expect(try DeviceToken(Self.token + Self.token).hex.count == 128)
        #expect(throws: DeviceTokenError.tooLong) { try DeviceToken(String(repeating: "ab", count: 513)) }
    }

    private static let refused: [(String, DeviceTokenError)] = [
        ("", .empty),
        ("<>", .empty),
        ("a54dca182530bb1d6d132cded6237b2ed91e3f721fcb1971174494d6493c9d5", .halfByte),
        ("zz4dca182530bb1d6d132cded6237b2ed91e3f721fcb1971174494d6493c9d5c", .notHex),
        ("null", .notHex),
        ("a54dca182530bb1d6d132cded6237b2ed91e3f721fcb1971174494d6/../aa", .notHex),
        ("a54dca18 2530bb1d", .notHex),
        ("{length = 32, bytes = 0xa54dca18 2530bb1d 6d132cde d6237b2e ... 493c9d5c }", .abbreviated),
    ]

    @Test(arguments: refused)
    func refusesWhatIsNoToken(text: String, error: DeviceTokenError) {
        #expect(throws: error) { try DeviceToken(text) }
    }

    @Test(arguments: ["a", "pU3K GCU", "pU3KGCU*", "pU3=KGCU", "pU3KGC=", "pV==", "===="])
    func refusesWhatIsNoBase64(text: String) {
        #expect(throws: (any Error).self) { try DeviceToken(text, encoding: .base64) }
    }

    @Test func showsLittleOfItselfInLogs() throws {
        #expect("\(try DeviceToken(Self.token))" == "a54d…9d5c")
    }
}
