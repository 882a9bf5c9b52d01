import SQLite
import Telephony

/// An answer as it is kept.
package struct StoredAnswer: Equatable, Sendable {
    package let call: CallUUID
    package let kind: AnswerKind
    /// The webhook as it came.
    package let request: [UInt8]
    /// The NCCO, as bytes.
    package let reply: [UInt8]
    package let receivedAt: Timestamp
}

/// What calls were told. Answers are written through `Registry.record`.
package struct AnswerStore<Access: ReadTransaction> {
    let tx: Access

    package init(_ tx: Access) { self.tx = tx }

    /// The answers of a call, in the order they were asked for.
    package func list(of call: CallUUID) throws -> [StoredAnswer] {
        try tx.connection.rows(
            """
            SELECT calls.uuid, answers.kind, answers.request, answers.reply, answers.received_at
            FROM answers JOIN calls ON calls.id = answers.call_id
            WHERE calls.id = (SELECT call_id FROM call_keys WHERE uuid = ?) ORDER BY answers.id
            """, .key(call), as: Self.answer)
    }

    /// The last `limit` answers received since then, oldest first.
    func recent(since: Timestamp, limit: Int) throws -> [StoredAnswer] {
        try tx.connection.rows(
            """
            SELECT calls.uuid, answers.kind, answers.request, answers.reply, answers.received_at
            FROM answers JOIN calls ON calls.id = answers.call_id
            WHERE answers.received_at >= ? ORDER BY answers.received_at DESC LIMIT ?
            """, .integer(since.milliseconds), .integer(limit), as: Self.answer
        ).reversed()
    }

    static func answer(_ row: borrowing Row) throws -> StoredAnswer {
        guard let call = row.call(0) else {
            throw StoreError.unreadable(table: "answers", id: row.text(0))
        }
        return StoredAnswer(
            call: call, kind: AnswerKind(rawValue: row.text(1)) ?? .answer, request: row.blob(2), reply: row.blob(3),
            receivedAt: Timestamp(milliseconds: row.integer(4)))
    }
}
