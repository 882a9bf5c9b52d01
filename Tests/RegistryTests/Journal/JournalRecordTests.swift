import Telephony
import Testing

@testable import Registry

@Suite struct JournalRecordTests {
    private func facts() -> CallEvent {
        var facts = CallEvent(receivedAt: Timestamp(milliseconds: 1_700_000_000_123))
        facts.call = CallUUID("no-uuid")
        facts.shownCall = "no-uuid"
        facts.conversation = ConversationID("CON-" + uuid(7))
        facts.shownConversation = "con-" + uuid(7)
        facts.status = CallStatus(rawValue: "future_state")
        facts.direction = .inbound
        facts.from = "447700900001"
        facts.to = ""
        facts.timestamp = Timestamp(milliseconds: -1)
        facts.startTime = Timestamp(milliseconds: .max)
        facts.endTime = Timestamp(milliseconds: .min)
        facts.duration = "7"
        facts.sipCode = -487
        facts.reason = String(repeating: "é", count: 300)
        facts.isAnswer = true
        return facts
    }

    private func roundTrip(_ records: [JournalRecord]) throws -> [String] {
        var writer = JournalWriter()
        for record in records { writer.add { record.encode(into: &$0) } }
        let readers = try #require(JournalReader.records(of: writer.row))
        return try readers.map { reader in
            var reader = reader
            return "\(try #require(JournalRecord(from: &reader)))"
        }
    }

    @Test func anEventWrittenByItselfIsTheSame() {
        let event = EventRecord(application: .random(), facts: facts(), body: Array(0...255), digest: [1], tokenID: "t")
        var (whole, joined) = (JournalWriter(), JournalWriter())

        whole.add { JournalRecord.encode(event, into: &$0) }
        joined.add(EventJob(event) { _ in }.record)

        #expect(joined.row == whole.row && joined.count == whole.count)
    }

    @Test func readsWhatWasWritten() throws {
        let event = EventRecord(
            source: .rtc, application: .random(), facts: facts(), body: Array(0...255), digest: [1, 2], tokenID: "t")
        let bare = EventRecord(
            application: nil, facts: CallEvent(receivedAt: Timestamp(milliseconds: 0)), body: [], digest: [])
        let answer = AnswerRecord(
            call: CallUUID(uuid(1))!, kind: .fallback, application: nil, facts: facts(), request: [1], reply: [],
            receivedAt: Timestamp(milliseconds: 5),
            invites: (0..<3).map { _ in
                AnswerRecord.Invite(
                    device: .random(), user: UserID(.random()), application: .random(),
                    ringUntil: Timestamp(milliseconds: 6))
            })
        let push = PushResult(
            push: .random(), call: CallUUID(uuid(2))!, device: .random(), attempt: 2,
            queuedAt: Timestamp(milliseconds: 1), finishedAt: Timestamp(milliseconds: 2), status: 410,
            reason: "Unregistered", decision: "given up", isLast: true,
            disables: PushResult.DisabledToken(kind: .voip, token: "00", reason: "gone"))
        let records: [JournalRecord] = [.event(event), .event(bare), .answer(answer), .push(push)]

        let read = try roundTrip(records)

        #expect(read == records.map { "\($0)" })
    }

    @Test func whatIsCutOffIsNoRecord() throws {
        var writer = JournalWriter()
        let event = EventRecord(application: nil, facts: facts(), body: [1, 2, 3], digest: [4])
        writer.add { JournalRecord.encode(event, into: &$0) }
        let row = writer.row

        for end in 2..<row.count { #expect(JournalReader.records(of: Array(row[..<end])) == nil) }
        for end in 5..<row.count {
            // A length that fits the rest, around a record that ends too soon.
            var short = Array(row[..<end])
            withUnsafeBytes(of: UInt32(end - 5).littleEndian) { short.replaceSubrange(1..<5, with: $0) }
            var reader = try #require(JournalReader.records(of: short)?.first)
            #expect(JournalRecord(from: &reader) == nil)
        }
        #expect(JournalReader.records(of: [2] + row.dropFirst()) == nil)
    }

    @Test func theFilterNeverDeniesACall() throws {
        var filter = CallFilter(expected: 0)
        let calls = (0..<20_000).map { CallUUID(uuid($0))! } + [CallUUID("text")!]
        #expect(calls.allSatisfy { !filter.mayContain($0) })

        for call in calls.prefix(10_000) { filter.insert(call) }

        #expect(calls.prefix(10_000).allSatisfy { filter.mayContain($0) })
        #expect(calls.dropFirst(10_000).count { filter.mayContain($0) } < 100)
    }
}
