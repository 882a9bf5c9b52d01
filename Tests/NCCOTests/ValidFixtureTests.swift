import JSON
import NCCO
import Testing

/// The NCCOs of `Fixtures/ncco/valid`.
@Suite struct ValidFixtureTests {
    private static let expected = try? Fixture.json("ncco/valid/expected-warnings.json").object
    static let files = (expected?.keys ?? []).sorted()

    @Test func thereAreFixtures() {
        #expect(Self.files.count > 70)
    }

    /// Each warning begins with the number of its rule.
    @Test(arguments: files)
    func hasExactlyItsWarnings(file: String) throws {
        let warnings = try #require(Self.expected?[file]?["warnings"]?.array).compactMap(\.string)

        let found = NCCOCheck.findings(in: try Fixture.bytes("ncco/valid/\(file)"))

        #expect(found.map(\.rule.rawValue) == warnings.map { String($0.prefix(4)) })
        #expect(found.allSatisfy { $0.severity != .error })
    }

    @Test(arguments: files)
    func isReadAndWrittenWithoutLoss(file: String) throws {
        let bytes = try Fixture.bytes("ncco/valid/\(file)")

        let document = try NCCODocument.parse(bytes)

        // Every byte but the blanks between: spelling of numbers, order of keys, options nobody knows.
        #expect(document.encoded() == withoutBlanks(bytes))
    }

    /// The bytes without blanks outside of strings.
    private func withoutBlanks(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var isInString = false
        var isEscaped = false
        for byte in bytes {
            if isInString || !(byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09) { output.append(byte) }
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = isInString
            } else if byte == UInt8(ascii: "\"") {
                isInString.toggle()
            }
        }
        return output
    }
}
