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

    static let faults: [Fault] = ((try? Fixture.json("ncco/invalid/expected.json").array) ?? []).compactMap {
        guard let file = $0["file"]?.string, let rule = $0["rule"]?.string, let pointer = $0["path"]?.string else {
            return nil
        }
        return Fault(file: file, rule: rule, pointer: pointer)
    }

    @Test func thereAreFixturesOfEveryError() {
        #expect(Self.faults.count > 90)
        #expect(Set(Self.faults.map(\.rule)).count >= 20)
    }

    @Test(arguments: faults)
    func isRefusedByItsRuleAtItsPlace(fault: Fault) throws {
        let findings = NCCOCheck.findings(in: try Fixture.bytes("ncco/invalid/\(fault.file)"))
        let errors = findings.filter { $0.severity == .error }

        #expect(errors.map(\.rule.rawValue) == [fault.rule])
        #expect(errors.map { "\($0.pointer)" } == [fault.pointer])
        #expect(findings.allSatisfy { $0.severity != .warning })
    }

    @Test(arguments: faults)
    func isToldWithPlaceReasonAndMend(fault: Fault) throws {
        let bytes = try Fixture.bytes("ncco/invalid/\(fault.file)")

        for finding in NCCOCheck.findings(in: bytes) {
            #expect(finding.line ?? 0 >= 1)
            #expect(finding.column ?? 0 >= 1)
            #expect(!finding.message.isEmpty && !finding.message.hasSuffix("."))
            #expect(finding.mend.hasSuffix(".") || finding.mend.hasSuffix("…"))
            #expect(finding.range.upperBound <= bytes.count)
        }
    }
}
