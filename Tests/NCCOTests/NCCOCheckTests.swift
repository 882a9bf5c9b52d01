import JSON
import NCCO
import Testing

@Suite struct NCCOCheckTests {
    private func findings(_ text: String, vendors: [Vendor] = []) -> [Finding] {
        NCCOCheck.findings(in: Array(text.utf8), vendors: vendors)
    }

    @Test func namesThePlaceInATextThatIsNotJSON() {
        let findings = findings("[\n  {\"action\": \"talk\" \"text\": \"x\"}\n]")

        #expect(findings.map(\.rule) == [.notAnArray])
        #expect(findings.first?.line == 2)
        #expect(findings.first?.column == 21)
        #expect(findings.first?.mend == "Put a comma in front of it.")
    }

    @Test func namesThePlaceOfEveryFinding() {
        let findings = findings(
            """
            [
              {"action": "talk", "text": "é", "level": 5},
              {"action": "record",
               "timeout": 5},
              {"action": "stream"}
            ]
            """)

        #expect(findings.map(\.rule) == [.badValue, .unknownOption, .missingOption])
        #expect(findings.map(\.line) == [2, 4, 5])
        #expect(findings.map(\.column) == [44, 4, 3])
        #expect(findings.map { "\($0.pointer)" } == ["/0/level", "/1/timeout", "/2/streamUrl"])
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
        let findings = findings(#"[{"action":"record","time_out":5,"fromat":"mp3","colour":1,"streamUrl":["x"]}]"#)

        #expect(findings.map(\.severity) == [.warning, .warning, .warning, .warning])
        #expect(findings[0].message.contains("it is spelt “timeOut”"))
        #expect(findings[1].message.contains("did you mean “format”?"))
        #expect(findings[2].message.contains("passed over"))
        #expect(findings[3].message.contains("an option of “stream”"))
    }

    @Test func theVendorsSchemaLetsThisTypingErrorPassAndWeDoNot() {
        let findings = findings(#"[{"action":"talk","text":"a","bargein":true}]"#)

        #expect(findings.map(\.rule) == [.unknownOption])
        #expect(findings[0].message.contains("bargeIn"))
        #expect(findings[0].fix != nil)
    }

    @Test func suggestsTheSpellingOfAnAction() {
        #expect(findings(#"[{"action":"tlak"}]"#).first?.message.contains("did you mean “talk”?") == true)
        #expect(findings(#"[{"action":"say"}]"#).first?.message.contains("“talk”") == true)
        #expect(findings(#"[{"action":"xyzzy"}]"#).first?.message.contains("did you mean") == false)
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

    @Test func aKeyThatStandsTwiceIsAnErrorAndTheOthersAreFoundBesides() {
        let findings = findings(#"[{"action":"talk","text":"a","loop":-1,"text":"b"}]"#)

        #expect(findings.map(\.rule) == [.repeatedKey, .badValue])
        #expect(findings[0].pointer.description == "/0/text")
    }

    @Test func aByteOrderMarkIsAWarning() {
        let findings = findings("\u{FEFF}[{\"action\":\"wait\"}]")

        #expect(findings.map(\.rule) == [.byteOrderMark])
        #expect(findings[0].severity == .warning)
    }

    @Test(
        arguments: [
            (
                #"[{"action":"talk","text":"a","bargeIn":true},{"action":"wait"},{"action":"input","type":["dtmf"]}]"#,
                ["/1"]
            ),
            (#"[{"action":"talk","text":"a","bargeIn":"true"},{"action":"talk","text":"b"}]"#, ["/0/bargeIn"]),
            (
                #"[{"action":"talk","text":"a","bargeIn":true},{"action":"input","type":["dtmf"]},{"action":"wait"}]"#,
                []
            ),
            (
                #"[{"action":"talk","text":"a","bargeIn":true},{"action":"connect"},{"action":"stream","streamUrl":["https://a.example"],"bargeIn":true}]"#,
                ["/1", "/2/bargeIn"]
            ),
            (#"[{"action":"talk","text":"a","bargeIn":true},7,{"action":"wait"}]"#, []),
        ] as [(String, [String])])
    func bargeInNeedsAnInput(text: String, places: [String]) {
        let found = findings(text).filter { $0.rule == .bargeInWithoutInput }

        #expect(found.map { "\($0.pointer)" } == places)
    }

    @Test func anEndlessTextThatCanBeCutShortEnds() {
        let text =
            #"[{"action":"talk","text":"a","bargeIn":true},{"action":"talk","text":"b","loop":0},{"action":"input","type":["dtmf"]}]"#

        #expect(findings(text).isEmpty)
    }

    @Test func aTelephoneShouldBeToldWhoCalls() {
        let findings = findings(#"[{"action":"connect","endpoint":[{"type":"phone","number":"447700900001"}]}]"#)

        #expect(findings.map(\.rule) == [.noCallerNumber])
        #expect(findings.map(\.severity) == [.info])
    }

    @Test func stylesAndMarkupFitTheLanguage() {
        #expect(findings(#"[{"action":"talk","text":"a","language":"en-US","style":12}]"#).map(\.rule) == [.language])
        #expect(findings(#"[{"action":"talk","text":"a","style":12}]"#).map(\.rule) == [.language])
        #expect(findings(#"[{"action":"talk","text":"a","language":"de-DE","style":6}]"#).isEmpty)
        #expect(
            findings(#"[{"action":"talk","text":"<speak>a</speak>","language":"nb-NO","style":6}]"#).map(\.rule)
                == [.plainVoice])
        #expect(findings(#"[{"action":"talk","text":"<speak>a<brake/></speak>"}]"#).map(\.rule) == [.unknownElement])
    }

    @Test func recognisedLanguagesHaveNoLetterCase() {
        #expect(findings(#"[{"action":"input","type":["speech"],"speech":{"language":"en-gb"}}]"#).isEmpty)
        #expect(
            findings(#"[{"action":"input","type":["speech"],"speech":{"language":"tlh"}}]"#).map(\.rule) == [.language])
    }

    @Test func aUsersIDIsNotTheirName() {
        let text =
            #"[{"action":"connect","endpoint":[{"type":"app","user":"USR-11111111-2222-4333-8444-555555555555"}]}]"#

        #expect(findings(text).map(\.rule) == [.userID])
    }

    @Test func narrowerViewsOfTheVendorAreToldOnRequest() {
        let text = #"[{"action":"connect","endpoint":[{"type":"app","user":"alice"}],"timeout":2}]"#

        #expect(findings(text).isEmpty)
        let python = findings(text, vendors: [.pythonSDK])
        #expect(python.map(\.rule) == [.vendor])
        #expect(python.map(\.severity) == [.info])
        #expect(python[0].message.contains("Python"))
        #expect(findings(text, vendors: Vendor.allCases).count == 3)
        #expect(findings("[]", vendors: [.schema]).map(\.rule) == [.emptyDocument, .vendor])
    }

    @Test func aLongDocumentIsCheckedInGoodTime() {
        let many = findings("[" + Array(repeating: "1", count: 50_000).joined(separator: ",") + "]")
        #expect(many.count == 50_000)
        #expect(many.last?.column == 100_000)

        let keys = (0..<10_000).map { #""k\#($0)":0"# }.joined(separator: ",")
        #expect(findings(#"[{"action":"wait",\#(keys)}]"#).count == 10_000)
    }

    @Test func findingsAreJSONForPrograms() throws {
        let finding = try #require(findings(#"[{"action":"record","eventUrl":"https://a.example"}]"#).first)

        #expect(
            finding.json == [
                "rule": "N005", "severity": "error", "line": 1, "column": 32, "pointer": "/0/eventUrl",
                "message": "“eventUrl” is an array of one URL, not a string",
                "fix": "Put the URL into brackets: [\"…\"].",
                "edits": [["start": 31, "end": 31, "text": "["], ["start": 50, "end": 50, "text": "]"]],
            ])
    }
}
