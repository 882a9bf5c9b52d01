import JSON
import Telephony
import Testing

@testable import Simulator

/// Bodies of event webhooks, member by member.
struct LegEventTests {
    static let call = CallUUID(UUID128(high: 0x0123_4567_89AB_CDEF, low: 0x0123_4567_89AB_CDEF))
    static let conversation = ConversationID(UUID128(high: 0x1111_1111_2222_4333, low: 0x8444_5555_5555_5555))
    static let start = Timestamp(milliseconds: 1_772_355_600_101)

    private var caller: Leg {
        .caller(Self.call, Self.conversation, from: "447700900001", to: "447700900000")
    }

    @Test func startedHasTheMembersOfTheReferenceInOrder() {
        let body = caller.event(.started, at: Self.start).json

        #expect(
            String(decoding: body.serialized(), as: UTF8.self)
                == #"{"from":"447700900001","to":"447700900000","uuid":"0123456789abcdef0123456789abcdef","#
                + #""conversation_uuid":"CON-11111111-2222-4333-8444-555555555555","status":"started","#
                + #""direction":"inbound","timestamp":"2026-03-01T09:00:00.101Z","headers":{}}"#)
    }

    @Test func answeredSaysThatNothingIsKnownOfThePriceYet() {
        var leg = caller

        let body = leg.answer(at: Self.start).json

        #expect(body.keys.prefix(3) == ["start_time", "rate", "network"])
        #expect(body["start_time"] == .null && body["rate"] == .null && body["network"] == .null)
    }

    @Test func completedBillsBegunSeconds() {
        var leg = caller
        _ = leg.answer(at: Timestamp(milliseconds: 1_772_355_602_404))

        let body = leg.completed(at: Timestamp(milliseconds: 1_772_355_667_005), by: .user).json

        #expect(body["start_time"]?.string == "2026-03-01T09:00:02.000Z")
        #expect(body["end_time"]?.string == "2026-03-01T09:01:07.000Z")
        #expect(body["duration"]?.string == "65")
        #expect(body["rate"]?.string == "0.00450000")
        #expect(body["price"]?.string == "0.00487500")
        #expect(body["network"]?.string == "GB-FIXED")
        #expect(body["disconnected_by"]?.string == "user")
        #expect(body["sip_code"]?.int == 200)
    }

    @Test func anAppLegIsFreeAndKnowsNoNetwork() {
        var leg = Leg.callee(UUID128(high: 5, low: 5), of: caller, to: "alice", tariff: .app)
        _ = leg.answer(at: Self.start)

        let body = leg.completed(at: Self.start.advanced(by: .seconds(60)), by: .platform).json

        #expect(body["rate"]?.string == "0.00")
        #expect(body["price"]?.string == "0")
        #expect(body["network"] == .null)
        #expect(body["direction"]?.string == "outbound")
        #expect(body["from"]?.string == "447700900001")
        #expect(body["to"]?.string == "alice")
        #expect(body["uuid"]?.string == "00000000-0000-0005-0000-000000000005")
    }

    @Test func aLegThatWasNeverAnsweredCostsNothing() {
        let body = caller.completed(at: Self.start, by: .platform).json

        #expect(body["start_time"] == .null)
        #expect(body["duration"]?.string == "0")
        #expect(body["price"]?.string == "0.00000000")
        #expect(body["sip_code"] == nil)
    }
}
