import TestSupport
import Testing

@testable import Telephony

@Suite struct CallRecordTests {
    private static let received = Timestamp(milliseconds: 1_772_355_600_000)

    private static func event(
        _ status: CallStatus?, at second: Int64? = nil, _ change: (inout CallEvent) -> Void = { _ in }
    ) -> CallEvent {
        var event = CallEvent(receivedAt: received)
        event.call = CallUUID("c8061992c89a65e3790bfa0aaca6f069")
        event.shownCall = "c8061992-c89a-65e3-790b-fa0aaca6f069"
        event.status = status
        event.timestamp = second.map { Timestamp(seconds: 1_772_355_600 + $0) }
        change(&event)
        return event
    }

    private static func record(_ events: CallEvent...) -> CallRecord {
        var record = CallRecord()
        for event in events { record.merge(event) }
        return record
    }

    /// Whatever the order, however often: one set of events is one record.
    @Test(arguments: 0..<300)
    func aRecordIsAFunctionOfTheSetOfItsEvents(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let events = (0..<Int.random(in: 1...9, using: &random)).map { _ in Self.randomEvent(&random) }
        var first = CallRecord()
        for event in events { first.merge(event) }

        for _ in 0..<8 {
            var other = CallRecord()
            let repeats = events + events.filter { _ in Bool.random(using: &random) }
            for event in repeats.shuffled(using: &random) { other.merge(event) }

            #expect(other.encoded() == first.encoded())
            #expect(other == first)
            #expect(other.status == first.status && other.duration == first.duration && other.from == first.from)
        }
    }

    /// Few values, so that ties are common, canonically equivalent texts among them.
    private static func randomEvent(_ random: inout SplitMix64) -> CallEvent {
        func pick<T>(_ values: [T], _ random: inout SplitMix64) -> T? {
            Bool.random(using: &random) ? values.randomElement(using: &random) : nil
        }
        let words = CallStatus.states.map(\.rawValue) + ["human", "machine", "future_state", "transcribed"]
        let texts = ["447700900001", "Jos\u{E9}", "Jose\u{301}", "", "Z", "0.00450000"]
        var event = CallEvent(
            receivedAt: Timestamp(milliseconds: .random(in: 0...5, using: &random)))
        event.isAnswer = Int.random(in: 0..<6, using: &random) == 0
        event.status = event.isAnswer ? nil : pick(words, &random).map(CallStatus.init(rawValue:))
        event.shownCall = pick(["c8061992-c89a", "C8061992c89a", "c8061992c89a"], &random)
        event.shownConversation = pick(["CON-1", "con-1"], &random)
        event.direction = pick(CallDirection.allCases, &random)
        event.from = pick(texts, &random)
        event.to = pick(texts, &random)
        event.fromUser = pick(texts, &random)
        event.timestamp = pick([-1, 0, 1].map(Timestamp.init(milliseconds:)), &random)
        event.startTime = pick([10, 11].map(Timestamp.init(milliseconds:)), &random)
        event.endTime = pick([20, 21].map(Timestamp.init(milliseconds:)), &random)
        event.duration = pick(["8", "9", "8.0"], &random)
        event.rate = pick(texts, &random)
        event.price = pick(texts, &random)
        event.network = pick(texts, &random)
        event.detail = pick(texts, &random)
        event.sipCode = pick([200, 486, -1], &random)
        event.disconnectedBy = pick(["user", "platform"], &random)
        event.reason = pick(texts, &random)
        return event
    }

    @Test(arguments: 0..<100)
    func whatIsEncodedDecodesTheSame(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var record = CallRecord()
        for _ in 0..<Int.random(in: 0...6, using: &random) { record.merge(Self.randomEvent(&random)) }

        let decoded = try #require(CallRecord(decoding: record.encoded()))

        #expect(decoded == record)
        #expect(decoded.encoded() == record.encoded())
    }

    @Test func mergingOntoADecodedRecordIsMergingOntoTheRecord() throws {
        let ringing = Self.event(.ringing, at: 1)
        let completed = Self.event(.completed, at: 9) { $0.duration = "8" }

        var decoded = try #require(CallRecord(decoding: Self.record(completed).encoded()))
        decoded.merge(ringing)

        #expect(decoded.encoded() == Self.record(ringing, completed).encoded())
    }

    @Test func refusesBytesItDidNotWrite() {
        let bytes = Self.record(Self.event(.completed, at: 1) { $0.from = "447700900001" }).encoded()

        #expect(CallRecord(decoding: [UInt8]()) == nil)
        #expect(CallRecord(decoding: [99]) == nil)
        #expect(CallRecord(decoding: bytes + [200]) == nil)
        #expect(CallRecord(decoding: [1, 1, 200, 1]) == nil)
        #expect(CallRecord(decoding: bytes.dropLast()) == nil)
    }

    @Test(arguments: 0..<200)
    func noBytesMakeDecodingTrap(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var bytes = Self.record(Self.randomEvent(&random), Self.randomEvent(&random)).encoded()
        for _ in 0..<3 { bytes[Int.random(in: 1..<bytes.count, using: &random)] = .random(in: 0...255, using: &random) }

        _ = CallRecord(decoding: bytes).map { ($0.status, $0.sipCode, $0.status(at: Self.received), $0.lastHeard) }
    }

    @Test func aLateRingingDoesNotReopenACall() {
        let record = Self.record(
            Self.event(.completed, at: 10) {
                $0.duration = "8"
                $0.startTime = Timestamp(milliseconds: 5)
            },
            Self.event(.answered, at: 2), Self.event(.ringing, at: 0))

        #expect(record.status == .completed)
        #expect(record.duration == "8")
        #expect(record.startTime == Timestamp(milliseconds: 5))
        #expect(record.isFinal)
        #expect(!record.isLive(at: Self.received))
    }

    @Test func verdictsAndUnknownWordsDoNotOverwriteTheState() {
        let record = Self.record(
            Self.event(.answered, at: 1), Self.event(.machine, at: 2),
            Self.event(CallStatus(rawValue: "future_state"), at: 3))

        #expect(record.status == .answered)
    }

    @Test func whatBecameOfACallIsSaidByTheMoreParticularWord() {
        #expect(Self.record(Self.event(.busy, at: 1), Self.event(.completed, at: 2)).status == .busy)
        #expect(Self.record(Self.event(.completed, at: 2), Self.event(.unanswered, at: 1)).status == .unanswered)
    }

    @Test func stateEventsKnowBetterThanTheAnswerWebhook() {
        var answer = Self.event(nil)
        answer.isAnswer = true
        answer.direction = .inbound
        answer.from = "Unknown"
        let started = Self.event(.started, at: 0) {
            $0.direction = .outbound
            $0.from = "447700900123"
        }

        #expect(Self.record(answer).status == .started)
        #expect(Self.record(answer).from == "Unknown")
        #expect(Self.record(answer, started).direction == .outbound)
        #expect(Self.record(started, answer).from == "447700900123")
    }

    @Test func pricesKeepTheirSpelling() {
        let record = Self.record(
            Self.event(.completed, at: 1) {
                $0.rate = "0.00450000"
                $0.price = "0.00015000"
            })

        #expect(record.rate == "0.00450000")
        #expect(record.price == "0.00015000")
    }

    @Test func showsOneSpellingOfItsID() {
        let dashed = Self.event(.started) { $0.shownCall = "c8061992-c89a-65e3-790b-fa0aaca6f069" }
        let plain = Self.event(.ringing) { $0.shownCall = "c8061992c89a65e3790bfa0aaca6f069" }

        #expect(Self.record(dashed, plain).shownCall == Self.record(plain, dashed).shownCall)
        #expect(Self.record(dashed).shownCall == "c8061992-c89a-65e3-790b-fa0aaca6f069")
    }

    @Test func aCallNobodyEndedIsOverWhenNoCallLastsThatLong() {
        let answered = Self.record(Self.event(.answered, at: -60_000_000))
        let ringing = Self.record(Self.event(.ringing, at: 0))

        #expect(answered.status(at: Self.received) == .answered)
        #expect(answered.status(at: Self.received.advanced(by: .seconds(7320))) == .answered)
        #expect(answered.status(at: Self.received.advanced(by: .seconds(7321))) == .completed)
        #expect(ringing.status(at: Self.received.advanced(by: .seconds(10_800))) == .unanswered)
    }

    @Test func theRecordOfAFinishedCallDoesNotDependOnWhenItWasHeard() {
        var late = Self.event(.completed, at: 3)
        late.receivedAt = Self.received.advanced(by: .seconds(3600))

        #expect(Self.record(late).encoded() == Self.record(Self.event(.completed, at: 3)).encoded())
        #expect(Self.record(late).lastHeard == nil)
    }

    @Test func knowsWhenItWasAnswered() {
        let record = Self.record(Self.event(.answered, at: 4), Self.event(.human, at: 6), Self.event(.started, at: 0))

        #expect(record.answeredAt == Timestamp(seconds: 1_772_355_604))
        #expect(record.firstEventAt == Timestamp(seconds: 1_772_355_600))
        #expect(record.lastEventAt == Timestamp(seconds: 1_772_355_606))
    }

    @Test func aRecordIsSmall() {
        let record = Self.record(
            Self.event(.completed, at: 10) {
                $0.shownConversation = "CON-11111111-2222-4333-8444-555555555555"
                $0.direction = .inbound
                $0.from = "447700900123"
                $0.to = "447700900001"
                $0.duration = "8"
                $0.startTime = Self.received
                $0.endTime = Self.received
            })

        #expect(record.encoded().count < 240)
    }
}
