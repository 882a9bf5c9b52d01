import NCCO
import Testing

/// `docs/ncco.md` and the checker speak of the same rules.
@Suite struct DocumentationTests {
    @Test(arguments: RuleID.allCases)
    func everyRuleIsInTheTableAndHasASection(rule: RuleID) throws {
        let page = String(decoding: try Fixture.bytes("../../docs/ncco.md"), as: UTF8.self)
        let lines = page.split(separator: "\n")

        #expect(lines.contains { $0.hasPrefix("| [\(rule.rawValue)](#\(rule.rawValue.lowercased())) |") })
        #expect(lines.contains("### \(rule.rawValue)"))
    }
}
