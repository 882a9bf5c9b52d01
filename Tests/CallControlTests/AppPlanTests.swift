import CallControl
import Directory
import JSON
import Telephony
import Testing

@Suite struct AppPlanTests {
    private let world: World

    init() throws { world = try World() }

    @Test func connectsToThePhoneWithANumberOfTheApplication() {
        let plan = world.plan([("from_user", "Alice"), ("to", "447700900456")])

        #expect(
            plan.text
                == #"[{"action":"connect","from":"447700900002","endpoint":[{"type":"phone","number":"447700900456"}]}]"#
        )
        #expect(plan.flow == .connectPhone)
        #expect(plan.application == world.app)
        #expect(plan.caller == .user(name: "Alice", shown: "Alice"))
        #expect(plan.effects.isEmpty)
    }

    @Test func showsANumberOfTheCalleesCountry() throws {
        world.directory.apply(.number(try world.number("12125550100", rings: nil, linkedAt: 9)))

        #expect(world.plan([("from_user", "Alice"), ("to", "+1 212 555 0199")]).json?[0]?["from"] == "12125550100")
        #expect(world.plan([("from_user", "Alice"), ("to", "4930123456")]).json?[0]?["from"] == "447700900002")
    }

    @Test func connectsToAnotherUser() {
        let plan = world.plan([("from_user", "bob"), ("to", "Alice")])

        #expect(plan.json?[1]?["endpoint"]?[0] == ["type": "app", "user": "Alice"])
        #expect(plan.caller == .user(name: "bob", shown: "Bob the Builder"))
        #expect(plan.effects.count == 1)
    }

    @Test(arguments: [
        ("999", "unknown_callee"), ("carol", "unknown_callee"), ("", "nothing_dialled"),
        ("0700900456", "unknown_callee"),
    ])
    func speaksWhereNobodyCanBeRung(to: String, problem: String) {
        let plan = world.plan([("from_user", "Alice"), ("to", to)])

        #expect(plan.json?[0]?["action"] == "talk")
        #expect(plan.problem?.code == problem)
    }

    @Test func speaksWhereTheApplicationHasNoNumber() throws {
        world.directory.apply([
            .numberRemoved(try #require(E164(World.alicesNumber))),
            .numberRemoved(try #require(E164(World.freeNumber))),
        ])

        let plan = world.plan([("from_user", "Alice"), ("to", "447700900456")])

        #expect(plan.json?[0]?["action"] == "talk")
        #expect(plan.problem == .noCallerNumber(world.app))
    }

    @Test func speaksWhereTheApplicationIsUnknown() {
        world.directory.apply(.application(ApplicationEntry(id: .random(), name: "Other")))

        let plan = world.plan([("from_user", "Alice"), ("to", "447700900456")])

        #expect(plan.json?[0]?["action"] == "talk")
        #expect(plan.problem == .unknownApplication)
    }

    @Test func aUserNobodyKnowsMayCall() {
        let plan = world.plan([("from_user", "stranger"), ("to", "447700900456")])

        #expect(plan.flow == .connectPhone)
        #expect(plan.caller == .user(name: "stranger", shown: "stranger"))
    }

    @Test(arguments: [#"{"to":"447700900456"}"#, ["to": "447700900456"], ["to": 447_700_900_456]] as [JSONValue])
    func whomToCallMayStandInTheContextOnly(context: JSONValue) {
        let webhook = AnswerWebhook(["from_user": "Alice", "custom_data": context])

        let plan = world.plan(webhook, for: nil)

        #expect(plan.json?[0]?["endpoint"]?[0]?["number"] == "447700900456")
    }
}
