import Crypto
import Testing

struct PEMTests {
    /// How key files and environment variables arrive.
    enum Spoiling: String, CaseIterable {
        case none, lineEndsOfWindows, lineEndsOfOldMac, byteOrderMark, blanksAround, blanksInLines, blankLines
        case literalLineEnds, literalWindowsLineEnds, noLastLineEnd, singleLine, quoted, textAround

        func applied(to text: String) -> [UInt8] {
            let lines = text.split(separator: "\n")
            switch self {
            case .none: return Array(text.utf8)
            case .lineEndsOfWindows: return Array(lines.joined(separator: "\r\n").utf8)
            case .lineEndsOfOldMac: return Array(lines.joined(separator: "\r").utf8)
            case .byteOrderMark: return [0xEF, 0xBB, 0xBF] + Array(text.utf8)
            case .blanksAround: return Array(("  \n\t" + text + " \n\n").utf8)
            case .blanksInLines: return Array(lines.map { " \($0) \t" }.joined(separator: "\n").utf8)
            case .blankLines: return Array(lines.joined(separator: "\n\n").utf8)
            case .literalLineEnds: return Array(lines.joined(separator: "\\n").utf8)
            case .literalWindowsLineEnds: return Array((lines.joined(separator: "\\r\\n") + "\\r\\n").utf8)
            case .noLastLineEnd: return Array(lines.joined(separator: "\n").utf8)
            case .singleLine: return Array(lines.joined(separator: " ").utf8)
            case .quoted: return Array("\"\(lines.joined(separator: "\\n"))\"".utf8)
            case .textAround: return Array("Bag Attributes\n  friendlyName: key\n\(text)The end.".utf8)
            }
        }
    }

    @Test(arguments: Spoiling.allCases)
    func mendsTheText(spoiling: Spoiling) throws {
        let privateText = try Fixtures.pem("rsa_pkcs8.pem")
        let publicText = try Fixtures.pem("rsa_public.pem")

        let privateKey = try RSAPrivateKey(pem: spoiling.applied(to: privateText))
        let publicKey = try RSAPublicKey(pem: spoiling.applied(to: publicText))

        #expect(privateKey.pem == privateText)
        #expect(publicKey.pem == publicText)
    }

    @Test(arguments: [
        ("", KeyError.notPEM), ("./private.key", .notPEM), ("MIIEvQIBADANBgkqhkiG9w0BAQEFAASC", .notPEM),
        ("-----BEGIN PRIVATE KEY-----\nMIIE", .cutOff), ("-----BEGIN PRIVATE KEY", .cutOff),
        ("-----BEGIN PRIVATE KEY-----\nMIIE!\n-----END PRIVATE KEY-----", .damaged),
        ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", .damaged),
        ("-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----", .damaged),
        (
            "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----",
            .unsupported("OPENSSH PRIVATE KEY")
        ),
        ("-----BEGIN X509 CRL-----\nAAAA\n-----END X509 CRL-----", .unsupported("X509 CRL")),
    ])
    func namesWhatIsWrong(text: String, error: KeyError) {
        #expect(throws: error) { try RSAPrivateKey(pem: text) }
        #expect(throws: error) { try PrivateKey(pem: text.utf8) }
    }

    @Test func findsTheKeyBehindItsParameters() throws {
        let text = try OpenSSLCommand.run(["ecparam", "-name", "prime256v1", "-genkey"])

        #expect(String(decoding: text, as: UTF8.self).hasPrefix("-----BEGIN EC PARAMETERS-----"))
        let key = try ECPrivateKey(pem: text)
        #expect(key.pem.hasPrefix("-----BEGIN PRIVATE KEY-----"))
    }

    @Test func anyCutOfAKeyIsRefused() throws {
        let text = Array(try Fixtures.pem("ec_p256.pem").utf8)
        let lastNeeded = text.count - 1

        for count in stride(from: 0, to: lastNeeded, by: 7) {
            #expect(throws: KeyError.self) { try ECPrivateKey(pem: text.prefix(count)) }
        }
    }
}
