import JSON
import Telephony
import Testing

@testable import Push

struct PushPayloadTests {
    func payload(_ invite: Invite, as kind: PushKind = .voip) throws -> JSONValue {
        try JSONValue.parse(PushPayload.body(of: invite, as: kind))
    }

    /// Every member of the published example is there, with the same type.
    func differences(_ example: JSONValue, _ ours: JSONValue?, at place: String = "") -> [String] {
        guard let ours else { return ["\(place) is missing"] }
        guard example.kind == ours.kind else { return ["\(place) is \(ours.kind), not \(example.kind)"] }
        return (example.object?.members ?? []).flatMap { differences($0.value, ours[$0.key], at: "\(place)/\($0.key)") }
    }

    @Test(arguments: [
        ("vonage-client-voip-invite", PayloadFamily.vonage), ("nexmo-voip-app-to-app", .nexmo),
        ("voximplant-voip-invite", .voximplant), ("speakerbox-voip-invite", .callkit),
        ("apple-sample-voip-invite", .callkit), ("react-native-voip-invite", .callkit),
    ])
    func hasEveryMemberOfTheExample(file: String, family: PayloadFamily) throws {
        let example = try pushFixture("payloads/\(file).json")
        let caller = Caller.user(UserName("alice")!, id: .random())
        let invite = Invite.sample(caller: caller, display: "Alice Example", family: family)

        #expect(try differences(example, payload(invite)) == [])
    }

    @Test func callFromATelephoneHasEveryMemberOfTheExample() throws {
        let example = try pushFixture("payloads/nexmo-voip-phone-to-app.json")

        let ours = try payload(.sample(family: .nexmo))

        #expect(differences(example, ours) == [])
        #expect(ours["nexmo"]?["body"]?["channel"]?["from"]?["number"] == "447700900123")
        #expect(ours["nexmo"]?["push_info"]?["from_user"]?["name"] == "447700900123")
        #expect(ours["nexmo"]?["push_info"]?["to_user"]?["name"] == "Alice")
    }

    @Test func vonageSaysTheTypeUnderBothNamesAndNexmoUnderItsOwn() throws {
        let vonage = try payload(.sample(family: .vonage))["nexmo"]
        let nexmo = try payload(.sample(family: .nexmo))["nexmo"]

        #expect(vonage?["type"] == "member:invited")
        #expect(vonage?["event_type"] == "member:invited")
        #expect(nexmo?["type"] == nil)
        #expect(nexmo?["event_type"] == "member:invited")
    }

    @Test func vonageNamesCallApplicationAndTime() throws {
        let event = try payload(.sample())["nexmo"]

        #expect(event?["application_id"] == "0d6f3b72-9a41-4c1d-b6a5-5c2e7f9801aa")
        #expect(event?["timestamp"] == "2026-03-02T09:30:00.000Z")
        #expect(event?["body"]?["channel"]?["id"] == "3f0c2a9e-6d1b-4f57-9a3e-1b5f0c7d8e21")
        #expect(event?["body"]?["channel"]?["ring_timeout"] == 45)
        #expect(event?["conversation_id"] == "CON-6a1e2f90-3b7c-4d58-8e21-90ab12cd34ef")
    }

    @Test func everyTryHasTheSameBytes() {
        let invite = Invite.sample()

        #expect(PushPayload.body(of: invite, as: .voip) == PushPayload.body(of: invite, as: .voip))
    }

    @Test func withheldNumberIsUnknown() throws {
        let event = try payload(.sample(caller: .anonymous))["nexmo"]

        #expect(event?["body"]?["channel"]?["from"] == ["type": "phone", "number": "Unknown", "headers": [:]])
    }

    @Test func callThatIsNoUUIDGetsOneThatStays() throws {
        let first = try payload(.sample(call: "leg 7 of the old exchange", family: .callkit))
        let again = try payload(.sample(call: "leg 7 of the old exchange", family: .callkit))
        let other = try payload(.sample(call: "leg 8 of the old exchange", family: .callkit))

        let id = try #require(first["uuid"]?.string)
        #expect(UUID128(id) != nil)
        #expect(again["uuid"]?.string == id)
        #expect(other["uuid"]?.string != id)
    }

    @Test func callKitSpellsUUIDsAsItsReadersDo() throws {
        let ours = try payload(.sample(family: .callkit))

        #expect(ours["UUID"] == "3F0C2A9E-6D1B-4F57-9A3E-1B5F0C7D8E21")
        #expect(ours["handle"] == "+447700900123")
        #expect(ours["hasVideo"] == false)
    }

    @Test func alertHasEveryMemberOfTheExample() throws {
        let example = try pushFixture("payloads/alert-incoming-call.json")

        let ours = try payload(.sample(display: "Alice Example"), as: .alert)

        #expect(differences(example, ours) == [])
        #expect(ours["aps"]?["alert"]?["body"] == "Alice Example is calling")
        #expect(ours["call"]?["expires_at"] == 1_772_443_845)
    }

    @Test(arguments: PayloadFamily.allCases, [PushKind.voip, .alert])
    func longCallerIsShortenedToTheSize(family: PayloadFamily, kind: PushKind) throws {
        // Escapes, three-byte characters, and one character of many scalars.
        let texts = [
            String(repeating: "漢", count: 2000), String(repeating: "\u{1}\"\\", count: 600),
            "e" + String(repeating: "\u{301}", count: 2700), String(repeating: "👩‍👩‍👧‍👦", count: 220),
        ]
        for text in texts {
            let invite = Invite.sample(caller: .phone(text), display: text, family: family)

            let body = PushPayload.body(of: invite, as: kind)

            #expect(body.count <= kind.maximumBytes)
            #expect(body.count > kind.maximumBytes - 200)
            let shown = String(decoding: body, as: UTF8.self)
            #expect(!shown.contains("\u{FFFD}"))
            #expect(try JSONValue.parse(body).object != nil)
        }
    }

    @Test func shortCallerBesideALongOneStaysWhole() throws {
        let invite = Invite.sample(display: String(repeating: "x", count: 9000), family: .callkit)

        let ours = try payload(invite)

        #expect(ours["handle"] == "+447700900123")
        #expect(ours["callerName"]?.string?.hasSuffix("x…") == true)
    }
}
