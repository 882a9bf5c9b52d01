import Telephony
import Testing

@Suite struct IdentifierTests {
    @Test(arguments: [
        "c8061992-c89a-65e3-790b-fa0aaca6f069", "c8061992c89a65e3790bfa0aaca6f069",
        "C8061992-C89A-65E3-790B-FA0AACA6F069", "C8061992C89A65E3790BFA0AACA6F069",
    ])
    func oneLegHasOneIDInEverySpelling(spelling: String) {
        #expect(CallUUID(spelling)?.text == "c8061992c89a65e3790bfa0aaca6f069")
        #expect(CallUUID(spelling) == CallUUID("c8061992c89a65e3790bfa0aaca6f069"))
        #expect(UUID128(spelling)?.description == "c8061992-c89a-65e3-790b-fa0aaca6f069")
    }

    @Test func aLegMayBeCalledAnything() {
        #expect(CallUUID("burst-17")?.text == "burst-17")
        #expect(CallUUID("burst-17") != CallUUID("Burst-17"))
        #expect(CallUUID(String(repeating: "x", count: 128)) != nil)
        #expect(CallUUID(String(repeating: "x", count: 129)) == nil)
        #expect(CallUUID("") == nil)
    }

    @Test(arguments: [
        "", "c8061992", "c8061992c89a65e3790bfa0aaca6f06", "c8061992c89a65e3790bfa0aaca6f0690",
        "c8061992-c89a-65e3-790bfa0aaca6f069", "c8061992-c89a-65e3-790b_fa0aaca6f069",
        "g8061992c89a65e3790bfa0aaca6f069",
        "c8061992-c89a65e3-790b-fa0aaca6f0-69", "{c8061992-c89a-65e3-790b-fa0aaca6f06}",
    ])
    func refusesWhatIsNoUUID(text: String) {
        #expect(UUID128(text) == nil)
        #expect(ApplicationID(text) == nil)
    }

    /// Eight digits are read at once: every other byte in every place is still seen.
    @Test func everyByteThatIsNoDigitSpoilsAUUID() {
        let digits = Set("0123456789abcdefABCDEF".utf8)
        for text in ["c8061992-c89a-65e3-790b-fa0aaca6f069", "c8061992c89a65e3790bfa0aaca6f069"] {
            let good = Array(text.utf8)
            for place in good.indices where good[place] != UInt8(ascii: "-") {
                for byte in UInt8.min...UInt8.max {
                    var bytes = good
                    bytes[place] = byte
                    let uuid = bytes.withUnsafeBufferPointer { UUID128(utf8: $0) }

                    #expect((uuid != nil) == digits.contains(byte), "\(byte) at \(place)")
                    if let uuid {
                        #expect(uuid.hex == String(decoding: bytes, as: UTF8.self).lowercased().filter { $0 != "-" })
                    }
                }
            }
        }
    }

    @Test func idsAreShownAsTheyWereSpelt() throws {
        for text in [
            "c8061992-c89a-65e3-790b-fa0aaca6f069", "c8061992c89a65e3790bfa0aaca6f069",
            "C8061992-c89a-65e3-790b-fa0aaca6f069", "burst-17",
        ] {
            let (id, spelling) = try #require(Array(text.utf8).withUnsafeBufferPointer { CallUUID.spelt($0) })
            #expect(id == CallUUID(text) && id.shown(spelling) == text)
        }
        for text in [
            "CON-c8061992-c89a-65e3-790b-fa0aaca6f069", "con-c8061992-c89a-65e3-790b-fa0aaca6f069",
            "CON-c8061992-C89A-65e3-790b-fa0aaca6f069", "CON-c8061992c89a65e3790bfa0aaca6f069", "CON-1",
            "c8061992-c89a-65e3-790b-fa0aaca6f069", "c8061992c89a65e3790bfa0aaca6f069",
        ] {
            let (id, spelling) = try #require(Array(text.utf8).withUnsafeBufferPointer { ConversationID.spelt($0) })
            #expect(id == ConversationID(text) && id.shown(spelling) == text)
        }
    }

    @Test func readsAUUIDOutOfALongerText() {
        let text = "USR-bbbbbbbb-0000-4000-8000-000000000002é"

        #expect(UUID128(text.dropFirst(4).dropLast())?.description == "bbbbbbbb-0000-4000-8000-000000000002")
    }

    @Test func conversationsAreKnownWithAndWithoutTheirPrefix() {
        let expected = "CON-bbbbbbbb-0000-4000-8000-000000000810"

        #expect(ConversationID("CON-BBBBBBBB-0000-4000-8000-000000000810")?.text == expected)
        #expect(ConversationID("bbbbbbbb-0000-4000-8000-000000000810")?.text == expected)
        #expect(ConversationID("bbbbbbbb000040008000000000000810")?.text == expected)
        #expect(ConversationID("CON-room 7")?.text == "CON-room 7")
        #expect(ConversationID("") == nil)
        #expect(ConversationID(String(repeating: "é", count: 65)) == nil)
    }

    @Test func userIDsNeedTheirPrefix() {
        let text = "USR-bbbbbbbb-0000-4000-8000-000000000002"

        #expect(UserID(text)?.description == text)
        #expect(UserID("bbbbbbbb-0000-4000-8000-000000000002") == nil)
        #expect(UserID("USR-Alice") == nil)
    }

    @Test func deviceIDsCanStandInAPath() {
        #expect(DeviceID("phone-1")?.text == "phone-1")
        #expect(DeviceID("a/b") == nil)
        #expect(DeviceID("a b") == nil)
        #expect(DeviceID("é") == nil)
        #expect(DeviceID(String(repeating: "x", count: 65)) == nil)
        #expect(DeviceID.random().text.hasPrefix("DEV-"))
    }

    @Test func randomUUIDsAreOfVersionFourAndDiffer() {
        let made = (0..<10_000).map { _ in UUID128.random() }

        #expect(Set(made).count == made.count)
        #expect(made.allSatisfy { $0.high >> 12 & 0xF == 4 && $0.low >> 62 == 0b10 })
        // Every other bit is one about half of the time.
        for bit in 0..<64 where !(12..<16).contains(bit) {
            let ones = made.count { $0.high >> UInt64(bit) & 1 == 1 }
            #expect((4_500...5_500).contains(ones))
        }
    }

    @Test func randomUUIDsOfManyThreadsDiffer() async {
        let made = await withTaskGroup(of: [UUID128].self) { group in
            for _ in 0..<8 { group.addTask { (0..<2_000).map { _ in UUID128.random() } } }
            return await group.reduce(into: []) { $0 += $1 }
        }

        #expect(Set(made).count == 16_000)
    }
}
