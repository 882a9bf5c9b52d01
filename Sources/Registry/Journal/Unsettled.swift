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
        /// Certainly nothing of it was there before, in the tables or here.
        fileprivate(set) var isNew = false
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
        var isNew = false
        var answer: (kind: AnswerKind, receivedAt: Timestamp)?
        var row: Int64
    }

    var isEmpty: Bool { count == 0 }

    subscript(call: CallUUID) -> Call? { calls[call] }

    /// The number of the next row.
    var next: Int64 { last + 1 }

    /// Notes what is being written as row `next`.
    ///
    /// - Parameter isNew: that nothing was there of the call is certain.
    mutating func willWrite(eventOf call: CallUUID?, endsCall: Bool, isNew: Bool) {
        added.append(Note(call: call, endsCall: endsCall, isNew: isNew, row: next))
    }

    mutating func willWrite(_ answer: AnswerRecord, isNew: Bool) {
        added.append(Note(call: answer.call, isNew: isNew, answer: (answer.kind, answer.receivedAt), row: next))
    }

    mutating func willWrite(_ result: PushResult) { added.append(Note(row: next)) }

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

    /// Notes a row that was there at the start, whose records `note` notes.
    mutating func found(row: Int64, _ note: (inout Unsettled) -> Void) {
        if last == 0 { settled = row - 1 }
        last = row - 1
        note(&self)
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
            calls.values[index].isNew = false
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
        if note.isNew { call.isNew = true }
        if let answer = note.answer { call.answers[answer.kind] = (note.row, answer.receivedAt) }
    }
}
