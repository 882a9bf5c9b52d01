import CallControl
import JSON
import Telephony
import Testing

@Suite struct RTCEventTests {
    private func fixture(_ file: String) throws -> RTCEvent {
        RTCEvent(try #require(try Fixture.json("webhooks/\(file)").object))
    }

    @Test func isFiledUnderItsLegAndUser() throws {
        let event = try fixture("rtc-member-invited.json")

        #expect(event.type == "member:invited")
        #expect(event.application?.description == "aaaaaaaa-0000-4000-8000-000000000001")
        #expect(event.conversation?.text == "CON-11111111-2222-4333-8444-555555555555")
        #expect(event.call?.text == "22222222333344448555666666666666")
        #expect(event.user?.description == "USR-bbbbbbbb-0000-4000-8000-000000000002")
        #expect(event.timestamp == Timestamp("2026-03-01T09:00:00Z"))
    }

    @Test func someComeBeforeThereIsAConversation() throws {
        let event = try fixture("rtc-app-knocking.json")

        #expect(event.conversation == nil)
        #expect(event.call?.text == "0123456789abcdef0123456789abcdef")
    }

    @Test func aLegMayStandInTheBodyItself() throws {
        #expect(try fixture("rtc-leg-status-update.json").call?.text == "22222222333344448555666666666666")
    }

    @Test func theShortKeyOfAConversationCounts() {
        #expect(RTCEvent(["cid": "CON-a", "conversation_id": "CON-b"]).conversation?.text == "CON-a")
    }
}
