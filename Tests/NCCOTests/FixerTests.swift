import JSON
import NCCO
import Testing

/// What `--fix` does: it leaves a valid file, and everything else as it stands.
@Suite struct FixerTests {
    static let fixtures =
        InvalidFixtureTests.faults.map { "ncco/invalid/\($0.file)" }
        + ValidFixtureTests.files.map { "ncco/valid/\($0)" }

    private func fixed(_ text: String) -> String {
        String(decoding: Fixer.fixed(Array(text.utf8)).bytes, as: UTF8.self)
    }

    @Test(arguments: fixtures)
    func leavesAFileWithoutFixableFindingsAndWithNoOthers(file: String) throws {
        let bytes = try Fixture.bytes(file)
        let before = NCCOCheck.findings(in: bytes)

        let (mended, count) = Fixer.fixed(bytes)

        let after = NCCOCheck.findings(in: mended)
        #expect(after.allSatisfy { $0.fix == nil })
        if before.allSatisfy({ $0.fix != nil }) {
            #expect(after.filter { $0.severity != .info }.isEmpty)
        }
        if before.allSatisfy({ $0.fix == nil }) {
            #expect(mended == bytes)
            #expect(count == 0)
        } else {
            #expect(count > 0)
        }
        #expect(Fixer.fixed(mended).bytes == mended)
    }

    @Test func manyFixturesAreFixable() throws {
        let fixable = try Self.fixtures.filter { file in
            let findings = NCCOCheck.findings(in: try Fixture.bytes(file))
            return !findings.isEmpty && findings.allSatisfy { $0.fix != nil }
        }

        #expect(fixable.count >= 25)
    }

    @Test func whatIsNotMendedStaysAsItStands() {
        let text = """
            [
                {   "action" :  "record" ,
                    "time_out":"60",   "channels" : 2,\t"eventMethod":"post" }  ,
              {"action":"wait","note":"kept"}
            ]

            """

        #expect(
            fixed(text) == """
                [
                    {   "action" :  "record" ,
                        "timeOut":60,   "split": "conversation",   "channels" : 2,\t"eventMethod":"POST" }  ,
                  {"action":"wait","note":"kept"}
                ]

                """)
    }

    @Test(arguments: [
        (#"{"action":"talk","text":"a"}"#, #"[{"action":"talk","text":"a"}]"#),
        (#"{"ncco": [{"action":"wait"}] }"#, #"[{"action":"wait"}]"#),
        (#"[{"action":"talk","text":"a",},]"#, #"[{"action":"talk","text":"a"}]"#),
        ("[ // first\n{\"action\":\"wait\"} /* last */ ]", "[ \n{\"action\":\"wait\"}  ]"),
        ("\u{FEFF}[{\"action\":\"wait\"}]", #"[{"action":"wait"}]"#),
        (#"[{"action":"Talk","TEXT":"a"}]"#, #"[{"action":"talk","text":"a"}]"#),
        (#"[{"Action":"wait"}]"#, #"[{"action":"wait"}]"#),
        (
            #"[{"action":"stream","stream_url":"https://a.example/b"}]"#,
            #"[{"action":"stream","streamUrl":["https://a.example/b"]}]"#
        ),
        (
            #"[{"action":"connect","endpoint":{"type":"App","user":"a"}}]"#,
            #"[{"action":"connect","endpoint":[{"type":"app","user":"a"}]}]"#
        ),
        (
            #"[{"action":"connect","from":"+44 7700 900000","endpoint":[{"type":"phone","number":447700900001}]}]"#,
            #"[{"action":"connect","from":"447700900000","endpoint":[{"type":"phone","number":"447700900001"}]}]"#
        ),
        (#"[{"action":"input","type":"dtmf"}]"#, #"[{"action":"input","type":["dtmf"]}]"#),
        (
            #"[{"action":"talk","text":"a <break time='1s'/> \"b\""}]"#,
            #"[{"action":"talk","text":"<speak>a <break time='1s'/> \"b\"</speak>"}]"#
        ),
        (
            #"[{"action":"talk","voiceName":"Amy","text":"a"}]"#,
            #"[{"action":"talk","language": "en-GB", "style": 0,"text":"a"}]"#
        ),
        (#"[{"action":"talk","text":"a","style":null,"loop":null}]"#, #"[{"action":"talk","text":"a"}]"#),
        (#"[{"action":"talk","text":"a","language":"EN-gb"}]"#, #"[{"action":"talk","text":"a","language":"en-GB"}]"#),
        (#"[{"action":"wait","timeout":"9000"}]"#, #"[{"action":"wait","timeout":7200}]"#),
    ])
    func mends(broken: String, whole: String) {
        #expect(fixed(broken) == whole)
        #expect(NCCOCheck.findings(in: Array(whole.utf8)).isEmpty)
    }

    /// Where a change could mean something else than the writer did, it is left to them.
    @Test(arguments: [
        #"[{"action":"talk","text":"a","text":"b"}]"#,
        #"[{"action":"conversation","name":"r","transcription":{}}]"#,
        #"[{"action":"input","timeOut":5}]"#,
        #"[{"action":"connect","from":"+44 (0)7700 900000","endpoint":[{"type":"app","user":"a"}]}]"#,
        #"[{"action":"record","timeout":5,"timeOut":6}]"#,
        #"[{"action":"talk","text":"a","colour":1}]"#,
        #"[{"action":"connect","endpoint":[{"type":"app","user":"a"}],"timeout":500}]"#,
        #"[{"action":"talk","text":"a","voiceName":"Amy","language":"en-GB"}]"#,
    ])
    func leavesToPeople(text: String) {
        #expect(!NCCOCheck.findings(in: Array(text.utf8)).isEmpty)
        #expect(fixed(text) == text)
    }
}
