import CallControl
import Directory
import JSON
import NCCO
import Telephony
import Testing

@Suite struct GreetingTests {
    private let world: World

    init() throws { world = try World() }

    private func greet(
        _ greeting: String, displayName: String? = nil, from: String = "447700900123", flows: Flows? = nil
    ) throws -> CallPlan {
        world.directory.apply([
            .user(
                UserEntry(
                    id: world.alice, application: world.app, name: try #require(UserName("Alice")),
                    displayName: displayName)),
            .number(try world.number("447700900007", rings: world.alice, greeting: greeting)),
        ])
        return world.plan([("to", "447700900007"), ("from", from)], flows: flows)
    }

    @Test(arguments: [
        ("Good day.", "Good day."), ("One moment, {{callee}} is called.", "One moment, Alice is called."),
        ("{user.display_name}/{user.name}/{user}", "Alice/Alice/Alice"),
        ("{caller} for {{ number }}", "447700900123 for 447700900007"), ("{{caller_number}}", "447700900123"),
        ("{unknown} {{nothing}} {open", "{unknown} {{nothing}} {open"), ("Say \"hi\"\n", "Say \"hi\"\n"),
        ("{{callee}", "Alice"), ("}{", "}{"), ("é{{callee}}é", "éAliceé"),
    ])
    func isSpokenInThePlaceOfTheFlowsText(greeting: String, spoken: String) throws {
        let plan = try greet(greeting)

        #expect(plan.json?[0]?["text"]?.string == spoken)
        #expect(plan.json?[1]?["action"] == "connect")
    }

    @Test func namesAreEscapedInMarkup() throws {
        let plan = try greet("<speak>Calling {user.display_name}</speak>", displayName: "Tom & <b>Jerry</b>")

        #expect(plan.json?[0]?["text"] == "<speak>Calling Tom &amp; &lt;b&gt;Jerry&lt;/b&gt;</speak>")
    }

    @Test func namesAreNotEscapedInPlainText() throws {
        #expect(try greet("Calling {{callee}}", displayName: "Tom & <b>").json?[0]?["text"] == "Calling Tom & <b>")
    }

    @Test func flowsOfMarkupEscapeTheirValues() throws {
        let flows = try World.projectFlows(replacing: [
            "connect-user":
                #"[{"action":"talk","text":"<speak>From {{caller}}</speak>"},{"action":"connect","endpoint":[{"type":"app","user":"{{user}}"}]}]"#
        ])

        let plan = world.plan([("to", "447700900001"), ("from", "a&b<c")], flows: flows)

        #expect(plan.json?[0]?["text"] == "<speak>From a&amp;b&lt;c</speak>")
    }

    @Test(arguments: ["", "   ", "\n"])
    func aBlankGreetingIsNone(greeting: String) throws {
        #expect(try greet(greeting).json?[0]?["text"] == "Connecting you to Alice.")
    }

    @Test func isSaidFirstWhereTheFlowSaysNothing() throws {
        let flows = try World.projectFlows(replacing: [
            "connect-user": #"[{"action":"connect","endpoint":[{"type":"app","user":"{{user}}"}]}]"#
        ])

        let plan = try greet("Hello \"{{callee}}\"", flows: flows)

        #expect(
            plan.text
                == #"[{"action":"talk","text":"Hello \"Alice\""},{"action":"connect","endpoint":[{"type":"app","user":"Alice"}]}]"#
        )
    }

    @Test func keepsTheVoiceOfTheFlow() throws {
        let flows = try World.projectFlows(replacing: [
            "connect-user": #"[{"text":"x","language":"de-DE","action":"talk","style":1}]"#
        ])

        #expect(
            try greet("Guten Tag", flows: flows).text
                == #"[{"text":"Guten Tag","language":"de-DE","action":"talk","style":1}]"#)
    }

    @Test func isNeverLongerThanThePlatformSpeaks() throws {
        let long = String(repeating: "é", count: 2000)

        #expect(try greet(long).json?[0]?["text"]?.string?.unicodeScalars.count == 1500)
        #expect(try greet("<speak>\(long)</speak>").json?[0]?["text"] == "Connecting you to Alice.")
    }

    @Test func remarksOnPlaceholdersThereAreNot() {
        #expect(Greeting.unknownPlaceholders(in: "{callee} {{user}} {user.name} plain") == [])
        #expect(Greeting.unknownPlaceholders(in: "{calle} {{who}}") == ["{calle}", "{{who}}"])
    }
}
