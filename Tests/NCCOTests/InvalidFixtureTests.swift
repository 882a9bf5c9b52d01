import JSON
import NCCO
import Testing

/// The NCCOs of `Fixtures/ncco/invalid`, each of which breaks one rule.
@Suite struct InvalidFixtureTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        var file: String
        var rule: String
        var pointer: String

        var testDescription: String { file }
    }

    private static let faults: [Fault] = ((try? Fixture.json("ncco/invalid/expected.json").array) ?? []).compactMap {
        guard let file = $0["file"]?.string, let rule = $0["rule"]?.string, let pointer = $0["path"]?.string else {
            return nil
        }
        return Fault(file: file, rule: rule, pointer: pointer)
    }

    /// Rules of which every fixture is found; the others have fixtures that wait for them.
    private static let rules: Set<String> = ["N001", "N002", "N003", "N004", "N005", "N006", "N007", "N017", "N022"]

    @Test func thereAreFixturesOfEveryRule() {
        #expect(Set(Self.faults.map(\.rule)).isSuperset(of: Self.rules))
    }

    @Test(arguments: faults.filter { rules.contains($0.rule) })
    func isRefusedByItsRuleAtItsPlace(fault: Fault) throws {
        let errors = NCCOCheck.findings(in: try Fixture.bytes("ncco/invalid/\(fault.file)"))
            .filter { $0.severity == .error }

        #expect(errors.map(\.rule.rawValue) == [fault.rule])
        #expect(errors.map { "\($0.pointer)" } == [fault.pointer])
    }

    @Test(arguments: faults.filter { !rules.contains($0.rule) })
    func isNotRefusedByAnotherRule(fault: Fault) throws {
        let errors = NCCOCheck.findings(in: try Fixture.bytes("ncco/invalid/\(fault.file)"))
            .filter { $0.severity == .error && $0.rule.rawValue != fault.rule }

        #expect(errors.isEmpty)
    }
}
