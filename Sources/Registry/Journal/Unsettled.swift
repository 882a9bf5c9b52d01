import Telephony

/// What the writer knows by heart of the journal: how much waits there to be settled, and for which calls.
///
/// Belongs to the writer's thread. What a group adds counts once the group is committed.
struct Unsettled {
    /// What waits of one call.
    struct Call {
        fileprivate(set) var records = 0
        /// An event says that it is over.
        fileprivate(set) var isOver = false
        /// The row with the last answer of each kind, and when that came.
        fileprivate(set) var answers: [AnswerKind: (row: Int64, receivedAt: Timestamp)] = [:]
    }

    /// The records that wait.
    private(set) var count = 0
    /// The last row written, or the last one ever settled when there is none.
    private(set) var last: Int64 = 0
    /// Every row up to here is settled.
    private(set) var settled: Int64 = 0
    private var calls: [CallUUID: Call] = [:]
    private var added: [Note] = []

    /// What is to be known of one record.
    private struct Note {
        var call: CallUUID?
        var endsCall = false
        var answer: (kind: AnswerKind, receivedAt: Timestamp)?
        var row: Int64
    }

    var isEmpty: Bool { count == 0 }

    subscript(call: CallUUID) -> Call? { calls[call] }

    /// The number of the next row.
    var next: Int64 { last + 1 }

    /// Notes what is being written as row `next`.
    mutating func willWrite(eventOf call: CallUUID?, endsCall: Bool) {
        added.append(Note(call: call, endsCall: endsCall, row: next))
    }

    mutating func willWrite(_ answer: AnswerRecord) {
        added.append(Note(call: answer.call, answer: (answer.kind, answer.receivedAt), row: next))
    }

    mutating func willWrite(_ result: PushResult) { added.append(Note(row: next)) }

    /// One of them.
    mutating func willWrite(_ record: JournalRecord) {
        switch record {
        case .event(let event): willWrite(eventOf: event.facts.call, endsCall: event.endsCall)
        case .answer(let answer): willWrite(answer)
        case .push(let result): willWrite(result)
        }
    }

    /// The row is full; another one follows.
    mutating func rowWritten() { last += 1 }

    /// What has been noted is on the disk.
    mutating func committed() {
        for note in added { keep(note) }
        count += added.count
        added.removeAll(keepingCapacity: true)
    }

    /// Nothing of what has been noted is there. `last` is the last row that was written before.
    mutating func rolledBack(to last: Int64) {
        added.removeAll(keepingCapacity: true)
        self.last = last
    }

    /// Notes a row that was there at the start.
    mutating func found(_ records: [JournalRecord], row: Int64) {
        if last == 0 { settled = row - 1 }
        last = row - 1
        for record in records { willWrite(record) }
        last = row
        committed()
    }

    /// Records of these calls (nil: of none) have been settled, and with them every row up to `row`.
    mutating func settled(_ records: [CallUUID?], upTo row: Int64) {
        settled = row
        // Those that could not be read were never counted.
        count = row == last ? 0 : count - records.count
        for case let call? in records {
            guard let index = calls.index(forKey: call) else { continue }
            calls.values[index].records -= 1
            if calls.values[index].records <= 0 { calls.remove(at: index) }
        }
    }

    private mutating func keep(_ note: Note) {
        guard let id = note.call else { return }
        keep(note, in: &calls[id, default: Call()])
    }

    private func keep(_ note: Note, in call: inout Call) {
        call.records += 1
        if note.endsCall { call.isOver = true }
        if let answer = note.answer { call.answers[answer.kind] = (note.row, answer.receivedAt) }
    }
}
