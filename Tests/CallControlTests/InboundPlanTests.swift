import CallControl
import Directory
import JSON
import NCCO
import Telephony
import TestSupport
import Testing

@Suite struct InboundPlanTests {
    private let world: World

    init() throws { world = try World() }

    @Test func connectsToTheUserOfTheNumber() {
        let plan = world.plan([("to", "447700900001"), ("from", "447700900123")])

        #expect(
            plan.text
                == #"[{"action":"talk","text":"Connecting you to Alice."},{"action":"connect","endpoint":[{"type":"app","user":"Alice"}]}]"#
        )
        #expect(plan.flow == .connectUser)
        #expect(plan.application == world.app)
        #expect(plan.callee?.id == world.alice)
        #expect(plan.caller == .number(E164("447700900123")!))
        #expect(plan.problem == nil)
    }

    @Test func ringsEveryDeviceOfTheUser() throws {
        var second = world.phone
        second.id = .random()
        second.voipToken = try DeviceToken("7c3e")
        second.registeredAt = Timestamp(milliseconds: 5)
        world.directory.apply(.device(second))

        let plan = world.plan([("to", "447700900001")])

        let alice = try #require(world.directory.user(world.alice))
        #expect(plan.effects == [.invite(user: alice, devices: [world.phone, second])])
    }

    @Test func ringsNobodyWherePlatformPushes() {
        world.directory.apply(.application(ApplicationEntry(id: world.app, name: "Demo", pushBy: .platform)))

        let plan = world.plan([("to", "447700900001")])

        #expect(plan.flow == .connectUser)
        #expect(plan.effects.isEmpty)
    }

    @Test func connectsAUserWithoutDevices() {
        world.directory.apply(.deviceRemoved(world.phone.id))

        let plan = world.plan([("to", "447700900001")])

        #expect(plan.flow == .connectUser)
        #expect(plan.effects.isEmpty)
    }

    @Test(arguments: ["447700900001", "+447700900001", " 447700900001", "00447700900001", "+44 7700 900-001"])
    func findsTheNumberInEverySpelling(to: String) {
        #expect(world.plan([("to", to)]).callee?.id == world.alice)
    }

    @Test(arguments: [
        ("447700900999", "unknown_number"), ("", "nothing_dialled"), ("Alice", "unknown_number"),
        ("447700900002", "nobody_linked"), ("😀", "unknown_number"),
    ])
    func speaksWhereNobodyCanBeRung(to: String, problem: String) {
        let plan = world.plan([("to", to), ("from", "447700900123")])

        #expect(plan.flow == .unknownNumber)
        #expect(plan.json?[0]?["action"] == "talk")
        #expect(plan.problem?.code == problem)
        #expect(plan.effects.isEmpty)
    }

    @Test func speaksToAWebhookWithoutAnything() {
        let plan = world.plan([])

        #expect(plan.json?[0]?["action"] == "talk")
        #expect(plan.caller == .anonymous)
    }

    @Test func aUserWhoHasGoneIsNotRung() {
        world.directory.apply(.userRemoved(world.alice))

        let plan = world.plan([("to", "447700900001")])

        #expect(!plan.text.contains("connect"))
        #expect(plan.problem?.code == "nobody_linked")
        #expect(plan.effects.isEmpty)
    }

    @Test func aNumberOfAnotherApplicationIsNotRung() throws {
        let webhook = AnswerWebhook(query: [("to", "447700900001")])

        let plan = world.plan(webhook, for: .random())

        #expect(plan.problem == .otherApplication(try #require(E164("447700900001"))))
        #expect(plan.effects.isEmpty)
    }

    @Test(arguments: ["Unknown", "anonymous", "sip:alice@sip.example.org", "<script>", "\"],[{"])
    func anyCallerIsConnected(from: String) {
        let plan = world.plan([("to", "447700900001"), ("from", from)])

        #expect(plan.callee?.id == world.alice)
    }

    @Test func aCallerWithAVeryLongNameStillRings() throws {
        let name = String(repeating: "漢", count: 2000)
        let webhook = AnswerWebhook(["from": .string(name), "to": "447700900001", "uuid": "a"])

        let plan = world.plan(webhook, for: nil)

        #expect(plan.callee?.id == world.alice)
        #expect(plan.effects.count == 1)
        #expect(plan.caller == .other(name))
    }

    @Test func theFallbackURLHearsTheFallback() throws {
        let webhook = AnswerWebhook(try #require(try Fixture.json("webhooks/fallback-answer.json").object))

        let plan = world.plan(webhook, for: nil)

        #expect(plan.flow == .fallback)
        #expect(plan.json?[0]?["action"] == "talk")
        #expect(plan.effects.isEmpty)
    }

    @Test func oneUserHasOneSpellingInTheReply() throws {
        let jose = UserID.random()
        world.directory.apply([
            .user(UserEntry(id: jose, application: world.app, name: try #require(UserName("Jos\u{E9}")))),
            .number(try world.number("447700900011", rings: jose)),
        ])

        #expect(world.plan([("to", "447700900011")]).json?[1]?["endpoint"]?[0]?["user"] == "Jos\u{E9}")
    }

    @Test func speaksTheDisplayNameAndConnectsTheName() throws {
        world.directory.apply(.number(try world.number("447700900003", rings: world.bob)))

        let plan = world.plan([("to", "447700900003")])

        #expect(plan.json?[0]?["text"] == "Connecting you to Bob the Builder.")
        #expect(plan.json?[1]?["endpoint"]?[0]?["user"] == "bob")
    }

    /// Whatever the webhook holds, the reply is an NCCO without errors that begins with something heard or rung.
    @Test(arguments: 0..<200)
    func everyWebhookIsAnswered(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let values: [JSONValue] = [
            "447700900001", "+447700900002", "447700900999", "Alice", "Unknown", "999", "", nil, 5, 1.5, true, [],
            ["447700900001"], [["type": "phone", "number": "447700900001"]], ["number": "447700900001"], [:],
            "\"}]", "\u{0}", "<speak>", "{{user}}", "sip:a@b",
        ]
        let webhook = AnswerWebhook(
            JSONObject(
                ["to", "from", "from_user", "uuid", "conversation_uuid", "custom_data", "reason", "original_request"]
                    .filter { _ in Bool.random(using: &random) }
                    .map { ($0, values.randomElement(using: &random) ?? nil) }))

        let plan = world.plan(webhook, for: nil)

        #expect(NCCOCheck.findings(in: plan.ncco).filter { $0.severity == .error }.isEmpty)
        #expect(["talk", "connect"].contains(plan.json?[0]?["action"]?.string))
    }
}
