import CallControl
import Directory
import JSON
import NCCO
import Telephony
import TestSupport
import Testing

@Suite struct PlaceholderTests {
    private let world: World

    init() throws { world = try World() }

    /// What the caller hears of a text in the flow of Bob's number.
    private func spoken(_ text: String, _ members: JSONObject = [:]) throws -> String? {
        let object = JSONObject([("action", "talk"), ("text", .string(text))])
        let connect = #"{"action":"connect","endpoint":[{"type":"app","user":"{{user.name}}"}]}"#
        let flow = "[\(String(decoding: object.serialized(), as: UTF8.self)),\(connect)]"
        let flows = try World.shippedFlows(replacing: ["connect-user": flow])
        world.directory.apply(.number(try world.number("447700900003", rings: world.bob)))
        var webhook: JSONObject = ["to": "447700900003", "from": "447700900123", "uuid": "a"]
        for (key, value) in members.members { webhook[key] = value }
        return world.plan(AnswerWebhook(webhook), for: nil, flows: flows).json?[0]?["text"]?.string
    }

    @Test(arguments: [
        ("{{from}}", "447700900123"), ("{{to}}", "447700900003"), ("{{user.name}}", "bob"),
        ("{{user.display_name}}", "Bob the Builder"), ("{{number}}", "447700900003"),
        ("{{application.name}}", "Demo"), ("{{ from }}/{{to}}", "447700900123/447700900003"),
        ("{{user.display_name|someone}}", "Bob the Builder"), ("{{custom_data.order|none}}", "none"),
        ("{{custom_data.order | none }}", "none"), ("{{header.X-Account|}}.", "."),
        ("{{step.ivr}}", "STEP/ivr"),
    ])
    func isFilled(text: String, expected: String) throws {
        let base = "https://calls.example.org/apps/\(world.app)/webhooks/flow"

        #expect(try spoken(text) == expected.replacing("STEP", with: base))
    }

    @Test(arguments: [
        ("{{custom_data.order}}", "42"), ("{{custom_data.customer.name}}", "Ann"), ("{{custom_data.price}}", "1.50"),
        ("{{custom_data.vip}}", "true"), ("{{custom_data.customer|none}}", "none"), ("{{custom_data.no|none}}", "none"),
        ("{{custom_data.order.deeper|none}}", "none"), ("{{header.X-Account}}", "7"), ("{{header.x-account}}", "7"),
        ("{{header.User-to-User}}", "abc"), ("{{header.X-Other|none}}", "none"),
    ])
    func isFilledFromWhatTheWebhookHolds(text: String, expected: String) throws {
        let data: JSONValue = [
            "order": "42", "customer": ["name": "Ann"], "price": .number(JSONNumber("1.50")!), "vip": true,
        ]

        let heard = try spoken(
            text, ["custom_data": data, "SipHeader_X-Account": "7", "SipHeader_User-to-User": "abc"])

        #expect(heard == expected)
    }

    @Test func customDataMayBeATextThatHoldsAnObject() throws {
        #expect(try spoken("{{custom_data.order}}", ["custom_data": #"{"order":"42"}"#]) == "42")
    }

    @Test func aBlankValueIsNone() throws {
        #expect(try spoken("{{custom_data.order|none}}", ["custom_data": ["order": "  "]]) == "none")
        #expect(try spoken("{{header.X-A|none}}", ["SipHeader_X-A": "\u{1}"]) == "none")
    }

    /// Of two values in a row neither half may begin what the other ends.
    @Test(arguments: [
        "<speak>x</speak>", " <speak>x</speak>", "\u{A0}<speak>x</speak>", "\u{1}<speak>", "<<speak>", "< <speak>",
        "\u{2028}<speak>x</speak>", "<sp", "",
    ])
    func noValueMakesMarkupOfAPlainText(value: String) throws {
        let data: JSONValue = ["a": .string(value), "b": "<speak>x</speak>", "c": "eak>x</speak>"]

        for text in ["{{custom_data.a}}{{custom_data.b}}", "{{custom_data.a}}{{custom_data.c}}", "{{from}}."] {
            let heard = try #require(try spoken(text, ["custom_data": data, "from": .string(value)]))

            #expect(heard.first { !$0.isWhitespace } != "<", "\(text)")
        }
    }

    @Test(arguments: [
        ("fron", "from"), ("user.display", "user.display_name"), ("display_name", "user.display_name"),
        ("user.nam", "user.name"), ("aplication.name", "application.name"), ("numbr", "number"), ("Number", "number"),
    ])
    func tellsWhichOneMayHaveBeenMeant(typed: String, meant: String) {
        #expect(fault("{{\(typed)}}")?.contains("did you mean “\(meant)”?") == true)
    }

    @Test(arguments: [
        "nonsense", "", "custom_data", "custom_data.", "custom_data.a..b", "header.Host", "header.X-", "step.",
        "step.a/b",
        "from.name", "user.name.x",
    ])
    func refusesWhatThereIsNot(name: String) {
        let message = fault("{{\(name)}}")

        #expect(message?.hasPrefix("connect-user.json: /0/text: there is no placeholder “\(name)”; ") == true)
        #expect(message?.contains("custom_data.NAME, header.X-NAME") == true)
    }

    @Test func refusesADefaultThatDoesNotFit() {
        let message = fault(
            flow: #"[{"action":"connect","endpoint":[{"type":"phone","number":"{{custom_data.n|nobody}}"}]}]"#)

        #expect(message?.contains("once the default stands there (N022)") == true)
    }

    @Test func theLastFlowAsksForNothingThatACallerChooses() {
        #expect(throws: FlowError.self) {
            try World.projectFlows(replacing: ["fallback": #"[{"action":"talk","text":"{{from}}"}]"#])
        }
    }

    /// What a caller sends can change what is said, never what is done.
    @Test func noCallerChangesTheShape() throws {
        let flows = try World.shippedFlows(replacing: [
            "connect-user":
                #"[{"action":"talk","text":"{{from}} {{to}} {{caller}} {{custom_data.a|x}} {{header.X-A|y}}"},{"action":"talk","text":"<speak>{{from}}{{custom_data.a}}</speak>"},{"action":"connect","from":"{{caller_number}}","endpoint":[{"type":"app","user":"{{user.name}}"}]}]"#
        ])
        var random = SplitMix64(seed: 4)
        for round in 0..<1000 {
            let webhook: JSONObject = [
                "to": .string(World.alicesNumber), "from": .string(hostile(&random)), "uuid": "a",
                "custom_data": ["a": .string(hostile(&random))], "SipHeader_X-A": .string(hostile(&random)),
            ]

            let plan = world.plan(AnswerWebhook(webhook), for: nil, flows: flows)

            let actions = try JSONValue.parse(plan.ncco, limits: .strict).array ?? []
            try #require(plan.flow == .connectUser, "round \(round): \(webhook)")
            #expect(actions.map { $0["action"]?.string } == ["talk", "talk", "connect"])
            #expect(
                actions.map { $0.object?.keys } == [
                    ["action", "text"], ["action", "text"], ["action", "from", "endpoint"],
                ])
            #expect(actions[2]["endpoint"] == [["type": "app", "user": "Alice"]])
            let number = actions[2]["from"]?.string ?? ""
            #expect(number.allSatisfy { $0.isASCII && $0.isNumber } && (7...15).contains(number.count))
            let markup = try #require(actions[1]["text"]?.string)
            #expect(markup.hasPrefix("<speak>") && markup.hasSuffix("</speak>"))
            #expect(!markup.dropFirst(7).dropLast(8).contains { "<>\"".contains($0) }, "round \(round)")
            // Tags in a text without markup are spoken (N018).
            #expect(!NCCOCheck.findings(in: plan.ncco).contains { $0.severity == .error && $0.rule != .markup })
        }
    }

    private func hostile(_ random: inout SplitMix64) -> String {
        let pieces = [
            "\"", "\\", "'", "{", "}", "{{", "}}", "{{user.name}}", "{{step.ivr}}", "]", "[", ",", ":",
            "\"},{\"action\":\"talk",
            "\u{0}", "\u{1}", "\n", "\r", "\t", "\u{7F}", "\u{85}", "<", ">", "&", "&amp;", "</speak>", "<break/>",
            "<speak>",
            "]]>", "<!--", "é", "漢", "😀", "\u{200F}", "\u{2028}", "\u{FEFF}", "e\u{301}", "u0022", "+44", "7700900",
            "sip:a@b",
            String(repeating: "x", count: 300), String(repeating: "&", count: 300),
        ]
        return (0..<Int.random(in: 0...20, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
            .joined()
    }

    private func fault(_ text: String) -> String? { fault(flow: #"[{"action":"talk","text":"\#(text)"}]"#) }

    private func fault(flow: String) -> String? {
        do {
            _ = try World.projectFlows(replacing: ["connect-user": flow])
            return nil
        } catch {
            return "\(error)"
        }
    }
}
