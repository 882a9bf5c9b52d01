import SQLite
import Telephony

/// Records in the tables, in the transaction that is open. A call's own row is written by `calls.flush`.
extension Writer {
    /// What is no event.
    ///
    /// - Parameter owner: who wakes the phones of an answer.
    func write(_ record: JournalRecord, owner: String?, _ tx: Transaction) throws {
        switch record {
        case .event: break
        case .answer(let answer): _ = try write(answer, owner: owner, tx)
        case .push(let result):
            try PushStore(tx).record(result, call: try calls.id(of: result.call, on: connection))
        }
    }

    /// - Parameter row: of the journal, which holds the event.
    func write(_ event: JournalEvent, in row: UnsafeRawBufferPointer, _ tx: Transaction) throws {
        guard let call = event.facts.call else {
            try events.insert(event, in: row, call: nil, on: connection)
            return
        }
        let (entry, isNew) = try calls.entry(
            of: call, heardBy: event.facts, application: event.application,
            isUnknown: unsettled[call]?.isNew ?? false, on: connection)
        // A new call has been added with these facts, and nothing of it can be there already.
        if isNew { return try events.add(event, in: row, call: entry.id, on: connection) }
        // What is there already is seen only once it is written.
        if entry.isNew { try events.flush(row, on: connection) }
        guard try events.insert(event, in: row, call: entry.id, on: connection) else { return }
        if calls.merge(event.facts, application: event.application, into: entry) {
            try PushStore(tx).dropAll(forCall: entry.id)
        }
    }

    /// Whether the call is in the tables.
    func isSettled(_ call: CallUUID) throws -> Bool {
        guard known.mayContain(call) else { return false }
        return try calls.id(of: call, on: connection) != nil
    }

    /// Whether the event is in the tables.
    func isSettled(_ event: EventJob) throws -> Bool {
        let found: Bool?
        if let call = event.call {
            guard let id = try calls.id(of: call, on: connection) else { return false }
            found = try connection.row(
                "SELECT 1 FROM events WHERE call_id = ? AND digest = ?", .integer(id), .blob(event.digest)
            ) { _ in true }
        } else if let conversation = event.conversation {
            found = try connection.row(
                "SELECT 1 FROM events WHERE conversation = ? AND digest = ?", .key(conversation), .blob(event.digest)
            ) { _ in true }
        } else {
            found = try connection.row(
                "SELECT 1 FROM events WHERE call_id IS NULL AND conversation IS NULL AND digest = ?",
                .blob(event.digest)
            ) { _ in true }
        }
        return found ?? false
    }

    func write(_ answer: AnswerRecord, owner: String?, _ tx: Transaction) throws -> AnswerOutcome {
        let (entry, isNew) = try calls.entry(
            of: answer.call, heardBy: answer.facts, application: answer.application,
            isUnknown: unsettled[answer.call]?.isNew ?? false, on: connection)
        // The answer's row refers to it.
        if entry.isNew { try calls.flush(on: connection) }
        let kept = try connection.run(
            """
            INSERT INTO answers (call_id, kind, request, reply, token_id, received_at) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (call_id, kind) DO UPDATE SET request = excluded.request, reply = excluded.reply,
                token_id = excluded.token_id, received_at = excluded.received_at
            WHERE answers.received_at <= ?
            """,
            .integer(entry.id), .text(answer.kind.rawValue), .blob(answer.request), .blob(answer.reply),
            .text(answer.tokenID), .integer(answer.receivedAt.milliseconds),
            .integer(answer.windowBegan.milliseconds))
        if kept == 0 {
            let reply = try connection.row(
                "SELECT reply FROM answers WHERE call_id = ? AND kind = ?", .integer(entry.id),
                .text(answer.kind.rawValue)
            ) { $0.blob(0) }
            return .repeated(reply: reply ?? answer.reply)
        }
        if !isNew { _ = calls.merge(answer.facts, application: answer.application, into: entry) }
        // Events may have overtaken the answer; a call that is over rings nowhere.
        guard !entry.record.isFinal else { return .recorded(invites: []) }
        return .recorded(
            invites: try PushStore(tx).add(answer.invites, call: entry.id, owner: owner, at: answer.receivedAt))
    }
}

extension AnswerRecord {
    /// An earlier answer is repeated by this one if it came after that.
    var windowBegan: Timestamp { receivedAt.advanced(by: .zero - Self.repeatWindow) }
}
