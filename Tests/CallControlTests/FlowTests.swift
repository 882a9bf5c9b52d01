import JSON
import NCCO
import TestSupport
import Testing

@testable import CallControl

@Suite struct FlowTests {
    private func error(_ text: String, in file: String = "connect-user") -> String? {
        do {
            _ = try World.projectFlows(replacing: [file: text])
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func theFlowsThereMustBeAreWithoutRemarks() throws {
        #expect(try World.projectFlows().remarks.isEmpty)
    }

    @Test(arguments: [
        ("[", "connect-user.json: line 1, column 2: the text ends too early"),
        ("{}", "connect-user.json: : an NCCO is an array of actions, not an object (N001)"),
        ("[]", "connect-user.json: the flow has no actions, so the caller would hear nothing"),
        (#"[{"action":"talk"}]"#, "connect-user.json: /0/text: “talk” needs “text” (N004)"),
        (#"[{"action":"pay"}]"#, "connect-user.json: /0/action: the platform has removed the action “pay” (N003)"),
        (
            #"[{"action":"talk","text":"{{callee"}]"#, "connect-user.json: /0/text: “{{” without “}}”"
        ),
        (
            #"[{"action":"talk","text":"{{name}}"}]"#,
            "connect-user.json: /0/text: there is no placeholder “name”; did you mean “user.name”? There are from, to, user.name, user.display_name, number, caller, caller_number, callee, application.name, custom_data.NAME, header.X-NAME, step.FLOW"
        ),
        (
            #"[{"action":"talk","text":"x","{{user}}":1}]"#,
            "connect-user.json: /0/{{user}}: a placeholder cannot stand in the name of an option"
        ),
        (
            #"[{"action":"talk","text":{{user}}}]"#,
            #"connect-user.json: line 1, column 27: unexpected ‘{’ (placeholders stand inside strings: "{{callee}}")"#
        ),
        (
            #"[{"action":"connect","from":"+{{number}}","endpoint":[{"type":"app","user":"{{user}}"}]}]"#,
            "connect-user.json: /0/from: “from” has no “+” in front (N022)"
        ),
    ])
    func saysWhatIsWrongAndWhere(text: String, message: String) {
        #expect(error(text) == message)
    }

    @Test func saysWhatIsNotKnownInAFlow() {
        #expect(
            error(#"[{"action":"talk","text":"{{user}}"}]"#, in: "fallback")
                == "fallback.json: /0/text: “user” is not known in this flow")
    }

    @Test func aTextMustLeaveRoomForNames() {
        let text = String(repeating: "x", count: 1400)

        #expect(error(#"[{"action":"talk","text":"\#(text)"}]"#) == nil)
        #expect(
            error(#"[{"action":"talk","text":"\#(text) {{callee}}"}]"#)?.contains("once a long name is filled in")
                == true)
    }

    @Test func everyFlowMustBeThere() {
        #expect(throws: FlowError.missing(file: "connect-user.json")) { try Flows.load([:]) }
    }

    @Test func warningsAreRemarksNotErrors() throws {
        let flows = try World.projectFlows(replacing: [
            "fallback": #"[{"action":"talk","text":"Sorry.","colour":"red"}]"#
        ])

        #expect(flows.remarks.map(\.file) == ["fallback.json"])
        #expect(flows.remarks.map(\.finding.rule) == [.unknownOption])
    }

    @Test func everythingElseInAFlowIsKept() throws {
        let text =
            #"[{"action":"talk","text":"a\/b é \u0001 {{callee}}{{caller}}","level":0.50,"premium":true,"x":null}]"#
        let flows = try World.projectFlows(replacing: ["connect-user": text])
        let values = FlowValues(callee: "C", user: "U", number: "1", callerNumber: "2", caller: "D")

        #expect(
            String(
                decoding: try #require(flows.template(.connectUser)).filled(with: values, greeting: nil), as: UTF8.self)
                == #"[{"action":"talk","text":"a/b é \u0001 CD","level":0.50,"premium":true,"x":null}]"#)
    }

    /// What a caller sends can change what is said, never what is done.
    @Test(arguments: 0..<300)
    func noValueChangesTheStructure(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let pieces = [
            "\"", "\\", "}", "]", ",", "{{user}}", "{{", "\u{0}", "\n", "é", "😀", "\u{2028}", "</speak>", "u0022", "a",
        ]
        func hostile(_ random: inout SplitMix64) -> String {
            (0..<Int.random(in: 0...12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                .joined()
        }
        let flows = try World.projectFlows(replacing: [
            "connect-user":
                #"[{"action":"talk","text":"{{caller}} to {{callee}}"},{"action":"connect","from":"{{caller_number}}","endpoint":[{"type":"app","user":"{{user}}"}]}]"#
        ])
        let values = FlowValues(
            callee: hostile(&random), user: hostile(&random), number: hostile(&random), callerNumber: hostile(&random),
            caller: hostile(&random))

        let filled = try JSONValue.parse(
            try #require(flows.template(.connectUser)).filled(with: values, greeting: nil), limits: .strict)

        let expected: JSONValue = [
            ["action": "talk", "text": .string(values.caller + " to " + values.callee)],
            [
                "action": "connect", "from": .string(values.callerNumber),
                "endpoint": [["type": "app", "user": .string(values.user)]],
            ],
        ]
        #expect(filled == expected)
    }

    @Test func spokenNamesAreCutAndCleaned() {
        let values = FlowValues(
            callee: String(repeating: "漢", count: 2000), user: "", number: "", callerNumber: "",
            caller: "a\u{0}\nb\u{7F}")

        #expect(values.callee.unicodeScalars.count == 200)
        #expect(values.caller == "ab")
    }
}
