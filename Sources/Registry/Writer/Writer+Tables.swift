import SQLite
import Telephony

/// Records in the tables, in the transaction that is open. A call's own row is written by `calls.flush`.
extension Writer {
    /// - Parameter owner: who wakes the phones of an answer.
    func write(_ record: JournalRecord, owner: String?, _ tx: Transaction) throws {
        switch record {
        case .event(let event): try write(event, tx)
        case .answer(let answer): _ = try write(answer, owner: owner, tx)
        case .push(let result): try PushStore(tx).record(result)
        }
    }

    private func write(_ event: EventRecord, _ tx: Transaction) throws {
        guard let call = event.facts.call else {
            let conversation = try event.facts.conversation.map { try calls.id(of: $0, on: connection) }
            try insert(event, conversation: conversation)
            return
        }
        let (entry, isNew) = try calls.entry(
            of: call, heardBy: event.facts, application: event.application, on: connection)
        guard try insert(event, call: entry.id) else { return }
        // A new call has been added with these facts.
        if !isNew, calls.merge(event.facts, of: call, application: event.application, into: entry) {
            try PushStore(tx).dropAll(forCall: entry.id)
        }
    }

    /// Returns false when it is there already.
    @discardableResult
    private func insert(_ event: EventRecord, call: Int64? = nil, conversation: Int64? = nil) throws -> Bool {
        try connection.run(
            """
            INSERT INTO events (call_id, conversation_id, application, source, status, happened_at, received_at,
                token_id, digest, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            .integer(call), .integer(conversation), .text(call == nil ? event.application?.description : nil),
            .text(event.source.rawValue), .text(event.facts.status?.rawValue),
            .integer(event.facts.timestamp?.milliseconds), .integer(event.facts.receivedAt.milliseconds),
            .text(event.tokenID), .blob(event.digest), .blob(event.body)) == 1
    }

    /// Whether the call is in the tables.
    func isSettled(_ call: CallUUID) throws -> Bool {
        guard known.mayContain(call) else { return false }
        return try connection.row("SELECT 1 FROM calls WHERE uuid = ?", .text(call.text)) { _ in true } ?? false
    }

    /// Whether the event is in the tables.
    func isSettled(_ event: EventJob) throws -> Bool {
        let found: Bool?
        if let call = event.call {
            found = try connection.row(
                "SELECT 1 FROM events WHERE call_id = (SELECT id FROM calls WHERE uuid = ?) AND digest = ?",
                .text(call.text), .blob(event.digest)
            ) { _ in true }
        } else if let conversation = event.conversation {
            found = try connection.row(
                """
                SELECT 1 FROM events
                WHERE conversation_id = (SELECT id FROM conversations WHERE uuid = ?) AND digest = ?
                """, .text(conversation.text), .blob(event.digest)
            ) { _ in true }
        } else {
            found = try connection.row(
                "SELECT 1 FROM events WHERE call_id IS NULL AND conversation_id IS NULL AND digest = ?",
                .blob(event.digest)
            ) { _ in true }
        }
        return found ?? false
    }

    func write(_ answer: AnswerRecord, owner: String?, _ tx: Transaction) throws -> AnswerOutcome {
        let (entry, isNew) = try calls.entry(
            of: answer.call, heardBy: answer.facts, application: answer.application, on: connection)
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
        if !isNew { _ = calls.merge(answer.facts, of: answer.call, application: answer.application, into: entry) }
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
