import CallControl
import Directory
import JSON
import NCCO
import Telephony
import Testing

/// How a call goes on after a step of a flow.
@Suite struct StepPlanTests {
    private let world: World
    private let flows: Flows

    init() throws {
        world = try World()
        flows = try World.shippedFlows()
    }

    private func next(_ step: String, _ object: JSONObject) -> CallPlan? {
        let webhook = EventWebhook(object, receivedAt: Timestamp(milliseconds: 0))
        return StepWebhook(webhook.kind, object).flatMap {
            stepPlan(step, after: $0, webhook.event, for: world.app, in: world.directory, flows: flows)
        }
    }

    private func input(_ dtmf: JSONValue) -> JSONObject {
        ["dtmf": dtmf, "from": "447700900123", "to": "447700900001", "uuid": "a"]
    }

    @Test(
        arguments: [
            (["digits": "1", "timed_out": false], "ivr-1"), (["digits": "2"], "ivr-2"), (["digits": "9"], "ivr-else"),
            (["digits": "", "timed_out": true], "ivr-else"), (["digits": .null], "ivr-else"), ("1", "ivr-1"),
            (["digits": "*"], "ivr-else"), (["digits": "../../x"], "ivr-else"), ([:], "ivr-else"),
            (["digits": 1], "ivr-1"),
        ] as [(JSONValue, String)])
    func aKeyLeadsToTheFlowOfItsName(dtmf: JSONValue, flow: String) {
        #expect(next("ivr", input(dtmf))?.flow.text == flow)
    }

    @Test func ringsTheUserOfTheNumberThatWasCalled() throws {
        let plan = try #require(next("ivr", input(["digits": "1"])))

        #expect(plan.json?[1]?["endpoint"] == [["type": "app", "user": "Alice"]])
        #expect(
            plan.effects == [.invite(user: try #require(world.directory.user(world.alice)), devices: [world.phone])])
        #expect(
            plan.json?[1]?["eventUrl"]
                == [.string("https://calls.example.org/apps/\(world.app)/webhooks/flow/voicemail")])
    }

    @Test func aKeyWithoutAFlowLetsTheOneUnderWayGoOn() {
        #expect(next("conference", input(["digits": "1"])) == nil)
    }

    @Test(arguments: ["timeout", "unanswered", "busy", "rejected", "failed"])
    func whoDoesNotAnswerLeavesTheCallerToTheStep(status: String) throws {
        let plan = try #require(
            next(
                "voicemail", ["status": .string(status), "direction": "outbound", "from": "447700900123", "to": "bob"]))

        #expect(plan.flow == .other("voicemail"))
        #expect(plan.json?[0]?["text"]?.string?.hasPrefix("Bob the Builder cannot answer") == true)
        #expect(plan.json?[1]?["action"] == "record")
        #expect(plan.effects.isEmpty)
    }

    @Test(arguments: ["started", "ringing", "answered", "completed", "human", "machine", "cancelled", "whatever"])
    func otherEventsAskNothing(status: String) {
        #expect(next("voicemail", ["status": .string(status), "to": "bob"]) == nil)
    }

    @Test func aNotificationGoesOnWithTheStep() {
        #expect(
            next("after-hours", ["payload": ["x": 1], "conversation_uuid": "CON-1"])?.flow == .other("after-hours"))
    }

    @Test func aStepThatIsNotThereIsToldAndSpoken() {
        let plan = next("gone", ["status": "timeout", "to": "bob"])

        #expect(plan?.flow == .fallback)
        #expect(plan?.problem == .missingFlow("gone"))
    }

    @Test func aStepOfAUserNeedsOne() {
        let plan = next("ivr-1", ["status": "timeout", "to": "447700900002"])

        #expect(plan?.flow == .fallback)
        #expect(plan?.problem == .flowWithoutUser("ivr-1"))
    }

    @Test func aNumberOfAnotherApplicationSaysNothing() throws {
        let other = ApplicationID.random()
        world.directory.apply([
            .application(ApplicationEntry(id: other, name: "Other")),
            .number(
                NumberEntry(
                    number: try #require(E164("447700900009")), country: "GB", application: other, user: world.alice)),
        ])

        let plan = next("ivr-1", ["status": "timeout", "to": "447700900009"])

        #expect(plan?.problem == .flowWithoutUser("ivr-1"))
    }
}
