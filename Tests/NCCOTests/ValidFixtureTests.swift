import JSON
import NCCO
import Testing

/// The NCCOs of `Fixtures/ncco/valid`.
@Suite struct ValidFixtureTests {
    private static let expected = try? Fixture.json("ncco/valid/expected-warnings.json").object
    private static let files = (expected?.keys ?? []).sorted()

    @Test func thereAreFixtures() {
        #expect(Self.files.count > 50)
    }

    @Test(arguments: files)
    func hasNoErrors(file: String) throws {
        let findings = NCCOCheck.findings(in: try Fixture.bytes("ncco/valid/\(file)"))

        #expect(findings.filter { $0.severity == .error }.isEmpty)
    }

    @Test(arguments: files)
    func hasTheWarningsOfTheRulesThereAre(file: String) throws {
        let warnings = try #require(Self.expected?[file]?["warnings"]?.array).compactMap(\.string)
        let rules = [RuleID.deprecated.rawValue, RuleID.unknownOption.rawValue]

        let found = NCCOCheck.findings(in: try Fixture.bytes("ncco/valid/\(file)")).map(\.rule.rawValue)

        #expect(found == warnings.map { String($0.prefix(4)) }.filter(rules.contains))
    }

    @Test(arguments: files)
    func isReadAndWrittenWithoutLoss(file: String) throws {
        let bytes = try Fixture.bytes("ncco/valid/\(file)")

        let document = try NCCODocument.parse(bytes)

        #expect(document.encoded() == (try JSONValue.parse(bytes)).serialized())
    }
}
