import CallControl
import Directory
import JSON
import NCCO
import Telephony
import Testing

/// Which flow a call takes, and whom it rings.
@Suite struct FlowChoiceTests {
    private let world: World
    private let flows: Flows

    init() throws {
        world = try World()
        flows = try World.shippedFlows(replacing: [
            "bobs": #"[{"action":"connect","endpoint":[{"type":"app","user":"bob"}]}]"#,
            "asked": #"[{"action":"connect","endpoint":[{"type":"app","user":"{{custom_data.who|Alice}}"}]}]"#,
            "dial":
                #"[{"action":"connect","from":"{{number}}","endpoint":[{"type":"phone","number":"{{custom_data.n}}"}]}]"#,
        ])
    }

    private func choose(_ flow: String?, rings user: UserID? = nil, ofApplication: String? = nil) throws {
        world.directory.apply([
            .application(ApplicationEntry(id: world.app, name: "Demo", flow: ofApplication)),
            .number(try world.number("447700900001", rings: user, flow: flow)),
        ])
    }

    private func plan(_ members: JSONObject = [:]) -> CallPlan {
        var webhook: JSONObject = ["to": "447700900001", "from": "447700900123"]
        for (key, value) in members.members { webhook[key] = value }
        return world.plan(AnswerWebhook(webhook), for: nil, flows: flows)
    }

    private var rung: [UserID] {
        plan().effects.map { effect in
            switch effect {
            case .invite(let user, _): user.id
            }
        }
    }

    @Test func theNumbersComesBeforeTheApplications() throws {
        try choose("conference", ofApplication: "after-hours")
        #expect(plan().flow == .other("conference"))
        #expect(plan().json?[1]?["name"] == "conference-447700900001")
        try choose(nil, ofApplication: "after-hours")
        #expect(plan().flow == .other("after-hours"))
        try choose(nil, rings: world.alice)
        #expect(plan().flow == .connectUser)
    }

    @Test func ringsTheUserOnlyWhereTheFlowDoes() throws {
        try choose("ring-then-voicemail", rings: world.alice)
        #expect(rung == [world.alice])
        try choose("ivr", rings: world.alice)
        #expect(rung == [])
        #expect(plan().problem == nil)
    }

    @Test func ringsTheUserAFlowNames() throws {
        let phone = DeviceEntry(
            id: .random(), user: world.bob, application: world.app, voipToken: try DeviceToken("b0b0"),
            registeredAt: Timestamp(milliseconds: 0))
        world.directory.apply(.device(phone))
        try choose("bobs", rings: world.alice)

        #expect(rung == [world.bob])
        #expect(plan().callee?.id == world.bob)
    }

    @Test func ringsTheUserACallerNamesIfThereIsOne() throws {
        try choose("asked")

        #expect(rung == [world.alice])
        #expect(plan(["custom_data": ["who": "nobody"]]).effects.isEmpty)
    }

    @Test func aFlowThatIsNotThereIsNoReasonToRingNobody() throws {
        try choose("gone", rings: world.alice)

        #expect(plan().flow == .connectUser)
        #expect(plan().problem == .missingFlow("gone"))
        #expect(rung == [world.alice])
        try choose("gone")
        #expect(plan().flow == .unknownNumber)
        #expect(plan().problem == .missingFlow("gone"))
    }

    @Test func aFlowOfAUserNeedsOne() throws {
        try choose("ring-then-voicemail")

        #expect(plan().flow == .unknownNumber)
        #expect(plan().problem == .flowWithoutUser("ring-then-voicemail"))
        #expect(plan().effects.isEmpty)
    }

    @Test(arguments: [nil, "not a number", "123", "4477009004560000"])
    func whatThePlatformWouldRefuseIsNeverSent(number: String?) throws {
        try choose("dial")

        let plan = plan(number.map { ["custom_data": ["n": .string($0)]] } ?? [:])

        #expect(plan.flow == .fallback)
        #expect(plan.problem?.code == "unfit_flow")
        #expect(!NCCOCheck.findings(in: plan.ncco).contains { $0.severity == .error })
    }

    @Test func whatFitsIsSent() throws {
        try choose("dial")

        #expect(plan(["custom_data": ["n": "447700900456"]]).json?[0]?["endpoint"]?[0]?["number"] == "447700900456")
    }

    @Test func anotherUsersNameCannotRingAcrossApplications() throws {
        let (other, stranger) = (ApplicationID.random(), UserID.random())
        world.directory.apply([
            .application(ApplicationEntry(id: other, name: "Other")),
            .user(UserEntry(id: stranger, application: other, name: try #require(UserName("stranger")))),
            .device(
                DeviceEntry(
                    id: .random(), user: stranger, application: other, voipToken: try DeviceToken("5555"),
                    registeredAt: Timestamp(milliseconds: 0))),
        ])
        try choose("asked")

        #expect(plan(["custom_data": ["who": "stranger"]]).effects.isEmpty)
    }
}
