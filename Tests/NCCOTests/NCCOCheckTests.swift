import NCCO
import Testing

@Suite struct NCCOCheckTests {
    private func findings(_ text: String) -> [Finding] { NCCOCheck.findings(in: Array(text.utf8)) }

    @Test func namesThePlaceInATextThatIsNotJSON() {
        let findings = findings("[\n  {\"action\": \"talk\" \"text\": \"x\"}\n]")

        #expect(findings.map(\.rule) == [.notAnArray])
        #expect(findings.first?.line == 2)
        #expect(findings.first?.column == 21)
    }

    @Test func textsAreMeasuredInCharactersNotBytes() {
        #expect(findings(#"[{"action":"talk","text":"\#(String(repeating: "é", count: 1500))"}]"#).isEmpty)

        let tooLong = findings(#"[{"action":"talk","text":"\#(String(repeating: "é", count: 1501))"}]"#)
        #expect(tooLong.map(\.rule) == [.longText])
        #expect(tooLong.first?.message.contains("1500") == true)
    }

    @Test(arguments: [#""""#, "5", "[]", "true"])
    func aTextThatCannotBeSpokenIsAnError(text: String) {
        let findings = findings(#"[{"action":"talk","text":\#(text)}]"#)

        #expect(findings.map(\.rule) == [.badValue])
        #expect(findings.map { "\($0.pointer)" } == ["/0/text"])
    }

    @Test func missingAndNullAreTheSame() {
        #expect(findings(#"[{"action":"talk","text":null}]"#).map(\.rule) == [.missingOption])
        #expect(
            findings(#"[{"action":"connect","endpoint":[{"type":"app","user":null}]}]"#).map(\.rule) == [
                .endpointMember
            ])
    }

    @Test func suggestsTheSpellingOfAnOption() {
        let findings = findings(#"[{"action":"record","time_out":5,"colour":1}]"#)

        #expect(findings.map(\.severity) == [.warning, .warning])
        #expect(findings[0].message.contains("timeOut"))
        #expect(!findings[1].message.contains("spelt"))
    }

    @Test func looksIntoTheObjectsOfAnAction() {
        let findings = findings(
            #"[{"action":"input","type":["dtmf"],"dtmf":{"timeout":3},"speech":{"uuids":[]}}]"#)

        #expect(findings.map { "\($0.pointer)" } == ["/0/dtmf/timeout", "/0/speech/uuids"])
    }

    @Test func reportsEveryActionInOrder() {
        let findings = findings(#"[{"action":"talk"},5,{"action":"Talk"},{"action":"wait"},{"action":"stream"}]"#)

        #expect(findings.map(\.rule) == [.missingOption, .notAnAction, .unknownAction, .missingOption])
        #expect(findings.map { "\($0.pointer)" } == ["/0/text", "/1", "/2/action", "/4/streamUrl"])
    }

    @Test func anEndpointThatIsNoObjectIsAnError() {
        #expect(findings(#"[{"action":"connect","endpoint":["alice"]}]"#).map(\.rule) == [.endpointMember])
    }

    @Test func aKeyThatStandsTwiceIsAnError() {
        #expect(findings(#"[{"action":"talk","text":"a","text":"b"}]"#).map(\.rule) == [.notAnArray])
    }
}
