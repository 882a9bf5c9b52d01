import CallControl
import JSON
import Telephony
import TestSupport
import Testing

@Suite struct EventWebhookTests {
    private static let received = Timestamp(milliseconds: 1_772_355_600_000)

    private func read(_ object: JSONObject) -> EventWebhook { EventWebhook(object, receivedAt: Self.received) }

    private func fixture(_ file: String) throws -> EventWebhook {
        read(try #require(try Fixture.json("webhooks/\(file)").object))
    }

    private static let index: [(String, String)] =
        ((try? Fixture.json("webhooks/index.json")["webhooks"]?.array) ?? []).compactMap {
            guard let file = $0["file"]?.string, let kind = $0["kind"]?.string, $0["method"]?.string == "POST",
                !["rtc", "file", "on-answer"].contains(kind)
            else { return nil }
            return (file, kind)
        }

    @Test(arguments: index)
    func isTakenForWhatItIs(file: String, kind: String) throws {
        let name =
            switch try fixture(file).kind {
            case .state: "state"
            case .transcription: "transcription"
            case .recording: "record"
            case let kind: kind.name
            }

        #expect(name == kind)
    }

    @Test func thereAreFixturesOfEveryKind() {
        #expect(Set(Self.index.map(\.1)).count >= 9)
    }

    @Test func readsACompletedCall() throws {
        let event = try fixture("event-completed-inbound.json").event

        #expect(event.status == .completed)
        #expect(event.direction == .inbound)
        #expect(event.duration == "65")
        #expect(event.rate == "0.00450000")
        #expect(event.price == "0.00487500")
        #expect(event.sipCode == 200)
        #expect(event.startTime == Timestamp("2026-03-01T09:00:02Z"))
        #expect(event.endTime == Timestamp("2026-03-01T09:01:07Z"))
        #expect(event.receivedAt == Self.received)
    }

    @Test func numbersAndTextsMayStandForEachOther() throws {
        let event = try fixture("event-completed-numbers-not-strings.json").event

        #expect(event.duration == "65")
        #expect(event.rate == "0.0045")
        #expect(read(["status": "busy", "sip_code": "486"]).event.sipCode == 486)
        #expect(read(["status": 5]).kind == .state(CallStatus(rawValue: "5")))
    }

    @Test func nullAndMissingAreTheSame() {
        let event = read([
            "status": "completed", "uuid": "a", "start_time": nil, "rate": nil, "network": nil, "to": nil,
        ]).event

        #expect(event.status == .completed)
        #expect(event.startTime == nil && event.rate == nil && event.network == nil && event.to == nil)
    }

    @Test func verdictsNameTheirLegByAnotherKey() throws {
        let event = try fixture("event-human.json")

        #expect(event.event.call?.text == "22222222333344448555666666666666")
        #expect(event.kind == .state(.human))
    }

    @Test func statusWordsAreReadInLowerCase() {
        #expect(read(["status": "ANSWERED"]).kind == .state(.answered))
        #expect(read(["status": "future_state"]).kind == .state(CallStatus(rawValue: "future_state")))
    }

    @Test func theTimesOfARecordingAreNotThoseOfTheCall() throws {
        let event = try fixture("record.json")

        #expect(event.kind == .recording)
        #expect(event.event.startTime == nil)
        #expect(event.event.call == nil)
        #expect(event.event.conversation?.text == "CON-11111111-2222-4333-8444-555555555555")
    }

    @Test func aTransferIsFiledWhereItComesFrom() throws {
        #expect(
            try fixture("transfer.json").event.conversation?.text == "CON-11111111-2222-4333-8444-555555555555")
    }

    @Test func errorsSayTheirReason() throws {
        #expect(
            try fixture("error-invalid-ncco.json").kind
                == .error(reason: "Syntax error in NCCO. Invalid value type or action."))
    }

    @Test(
        arguments: [
            ("2024-04-24T14:16:32Z", 1_713_968_192_000), ("2024-04-24T16:16:32.115123+02:00", 1_713_968_192_115),
            ("2024-04-24T14:16:32+0000", 1_713_968_192_000), ("2024-04-24 14:16:32", 1_713_968_192_000),
            (1_713_968_192, 1_713_968_192_000), (1_713_968_192_115, 1_713_968_192_115),
        ] as [(JSONValue, Int64)])
    func readsTimesInEveryNotation(value: JSONValue, milliseconds: Int64) {
        #expect(read(["timestamp": value]).event.timestamp?.milliseconds == milliseconds)
    }

    @Test(arguments: ["now", "", nil, true, [], [:], 1e300, -1e300, "2024-99-99T00:00:00Z"] as [JSONValue])
    func whatIsNoTimeIsNone(value: JSONValue) {
        #expect(read(["timestamp": value]).event.timestamp == nil)
    }

    @Test func longTextsAreKeptInPart() throws {
        let event = read(["status": "completed", "from": .string(String(repeating: "漢", count: 100_000))]).event

        #expect(try #require(event.from).utf8.count <= 8192)
        #expect(event.from?.hasSuffix("漢") == true)
        #expect(read(["uuid": .string(String(repeating: "x", count: 500))]).event.call == nil)
    }

    /// Whatever the fields hold, nothing traps and the classification is the same every time.
    @Test(arguments: 0..<300)
    func noObjectMakesItFail(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let keys = [
            "status", "uuid", "call_uuid", "conversation_uuid", "conversation_uuid_from", "type", "recording_url",
            "payload",
            "speech", "dtmf", "reason", "to", "from", "from_user", "timestamp", "start_time", "end_time", "duration",
            "rate",
            "price", "sip_code", "direction", "application_id", "original_request", "body", "cid", "_embedded",
        ]
        let values: [JSONValue] = [
            nil, true, 0, -1.5, "x", "", "answered", "CON-1", [], [nil], [:], ["id": "USR-1"], "2024-04-24T14:16:32Z",
            .number(JSONNumber(Int.max)), "\u{0}", ["channel": ["id": 5]],
        ]
        let object = JSONObject(
            keys.filter { _ in Bool.random(using: &random) }.map { ($0, values.randomElement(using: &random) ?? nil) })

        let event = read(object)
        var record = CallRecord()
        record.merge(event.event)

        #expect(read(object) == event)
        #expect(CallRecord(decoding: record.encoded()) == record)
        _ = RTCEvent(object)
    }

    /// The events of a call, in any order, give the record of the call.
    @Test(arguments: 0..<50)
    func theOrderOfACallsEventsDoesNotMatter(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let files = [
            "event-ringing-inbound.json", "event-started-inbound.json", "event-answered-inbound.json",
            "event-completed-inbound.json", "input-dtmf.json",
        ]
        var record = CallRecord()

        for file in (files + files.prefix(2)).shuffled(using: &random) { record.merge(try fixture(file).event) }

        #expect(record.status == .completed)
        #expect(record.duration == "65")
        #expect(record.price == "0.00487500")
        #expect(record.direction == .inbound)
        #expect(record.answeredAt != nil)
    }
}
