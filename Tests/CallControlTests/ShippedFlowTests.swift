import CallControl
import Directory
import JSON
import NCCO
import Telephony
import Testing

/// The flows of the folder `ncco`, each as a caller gets it.
@Suite struct ShippedFlowTests {
    private let world: World
    private let flows: Flows

    init() throws {
        world = try World()
        flows = try World.shippedFlows()
    }

    private func actions(_ flow: String) throws -> [JSONValue] {
        world.directory.apply(.number(try world.number("447700900003", rings: world.bob, flow: flow)))
        let plan = world.plan([("to", "447700900003"), ("from", "447700900123")], flows: flows)
        #expect(plan.flow == FlowName(flow))
        #expect(plan.problem == nil)
        #expect(NCCOCheck.findings(in: plan.ncco).isEmpty)
        return plan.json?.array ?? []
    }

    private func names(_ actions: [JSONValue]) -> [String] { actions.compactMap { $0["action"]?.string } }

    @Test func areWithoutRemarks() { #expect(flows.remarks.isEmpty) }

    @Test func goOnOnlyWithFlowsThatAreShipped() {
        for name in flows.names { #expect(flows.steps(of: name).allSatisfy(flows.leadsOn), "\(name)") }
    }

    @Test func connectUser() throws {
        let actions = try actions("connect-user")

        #expect(actions[0]["text"] == "Connecting you to Bob the Builder.")
        #expect(actions[1]["endpoint"] == [["type": "app", "user": "bob"]])
    }

    @Test func connectPhone() {
        let plan = world.plan([("to", "447700900456"), ("from_user", "Alice")], flows: flows)

        #expect(plan.flow == .connectPhone)
        #expect(plan.json?[0]?["from"] == .string(World.freeNumber))
        #expect(plan.json?[0]?["endpoint"] == [["type": "phone", "number": "447700900456"]])
    }

    @Test func ringThenVoicemail() throws {
        let actions = try actions("ring-then-voicemail")

        #expect(names(actions) == ["connect"])
        #expect(actions[0]["eventType"] == "synchronous")
        #expect(actions[0]["eventUrl"]?[0]?.string?.hasSuffix("/webhooks/flow/voicemail") == true)
    }

    @Test func voicemail() throws {
        let actions = try actions("voicemail")

        #expect(names(actions) == ["talk", "record", "talk"])
        #expect(actions[0]["text"]?.string?.hasPrefix("Bob the Builder cannot answer right now.") == true)
    }

    @Test func voicemailOfNobody() throws {
        world.directory.apply(.number(try world.number("447700900003", rings: nil, flow: "voicemail")))

        let plan = world.plan([("to", "447700900003")], flows: flows)

        #expect(plan.json?[0]?["text"]?.string?.hasPrefix("The person you have called cannot answer") == true)
    }

    @Test func ivr() throws {
        let actions = try actions("ivr")

        #expect(names(actions) == ["talk", "input", "talk"])
        #expect(actions[1]["eventUrl"]?[0]?.string?.hasSuffix("/apps/\(world.app)/webhooks/flow/ivr") == true)
    }

    @Test(arguments: ["ivr-1", "ivr-else"])
    func ivrConnects(flow: String) throws {
        let actions = try actions(flow)

        #expect(names(actions) == ["talk", "connect"])
        #expect(actions[1]["endpoint"] == [["type": "app", "user": "bob"]])
    }

    @Test func ivrTakesAMessage() throws { #expect(names(try actions("ivr-2")) == ["talk", "record", "talk"]) }

    @Test func conference() throws {
        let actions = try actions("conference")

        #expect(names(actions) == ["talk", "conversation"])
        #expect(actions[1]["name"] == "conference-447700900003")
    }

    @Test func afterHours() throws { #expect(names(try actions("after-hours")) == ["talk", "record", "talk"]) }

    @Test func unknownNumber() {
        let plan = world.plan([("to", "447700900999")], flows: flows)

        #expect(plan.flow == .unknownNumber)
        #expect(names(plan.json?.array ?? []) == ["talk"])
    }

    @Test func fallback() {
        let plan = world.plan(AnswerWebhook(kind: .fallback), for: nil, flows: flows)

        #expect(plan.flow == .fallback)
        #expect(names(plan.json?.array ?? []) == ["talk"])
    }
}
