import HTTP2
import JSON
import NCCO
import Telephony

@testable import App
@testable import Simulator

/// The moments of a call that went well, a millisecond apart.
struct Story {
    static let call = CallUUID(UUID128(high: 1, low: 1))
    static let pushID = PushID(UUID128(high: 0xB7D9_E0C4_52AA_4F0E, low: 0x8C36_F1A4_D290_7B65))

    let start = ContinuousClock.now
    var sights: [Sight]

    init() throws {
        let now = Timestamp(milliseconds: 1_772_355_600_101)
        var caller = Leg.caller(Self.call, .random(), from: "447700900123", to: "447700900001")
        var callee = Leg.callee(.random(), of: caller, to: "Alice", tariff: .app)
        let invitation = try CallInvitation(
            payload: Array(
                #"{"nexmo":{"type":"member:invited","body":{"channel":{"id":"\#(Self.call.uuid ?? .random())","#.utf8)
                + Array(#""from":{"number":"447700900123"}}}}}"#.utf8))
        func told(_ event: LegEvent) -> Sight { Self.platform(.told(event, status: 200, took: .milliseconds(1))) }
        let push = GatewayRules.Accepted(
            token: "a1", id: Self.pushID, topic: "com.example.phone.voip", isVoIP: true, expiration: 0, priority: 10)
        let actions: [Action] = [
            .talk(Talk(text: "Connecting you to Alice.")), .connect(Connect(to: .app(user: "Alice"))),
        ]
        sights = [
            .serving(url: "http://127.0.0.1:40000"),
            .phone(.registered(device: "DEV-1", status: 201)),
            told(caller.event(.started, at: now)), told(caller.event(.ringing, at: now)),
            Self.platform(
                .asked(
                    isFallback: false, method: .get, isSigned: true, status: 200, actions: actions,
                    took: .microseconds(500))),
            .gateway(
                GatewayEntry(
                    request: Message(fields: []), connection: 1, verdict: .success(push), at: now, unregisteredAt: nil)),
            .phone(.rang(invitation)),
            told(caller.answer(at: now)), Self.platform(.spoke(Talk(text: "Connecting you to Alice."))),
            .phone(.greeted(user: "Alice")), .phone(.signedIn(user: "Alice")),
            told(callee.event(.started, at: now)), told(callee.event(.ringing, at: now)),
            Self.platform(.joined(user: "Alice")), .phone(.answered(invitation)), told(callee.answer(at: now)),
            .hungUp, told(callee.completed(at: now, by: .platform)), told(caller.completed(at: now, by: .user)),
            Self.platform(.ended), .recorded(Self.records),
        ]
    }

    static func platform(_ what: PlatformTrace.What) -> Sight { .platform(PlatformTrace(call: call, what: what)) }

    static var records: Records {
        var records = Records()
        records.caller = ["status": "completed"]
        records.callee = ["status": "completed", "duration": "1"]
        records.attempts = [["status": 200, "apns_id": .string(pushID.description)]]
        return records
    }

    var moments: [Moment] {
        sights.enumerated().map { Moment(at: start + .milliseconds($0.offset + 1), sight: $0.element) }
    }
}
