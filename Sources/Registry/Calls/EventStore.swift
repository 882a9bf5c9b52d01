import Crypto
import SQLite
import Telephony

/// The events in the store. They are written through `Registry.record`.
package struct EventStore<Access: ReadTransaction> {
    let tx: Access

    package init(_ tx: Access) { self.tx = tx }

    /// The events of a call, with those of its conversation that name no call, in the order they came.
    package func list(of call: CallUUID, limit: Int = 1000) throws -> [StoredEvent] {
        var sql = Self.columns
        sql.append(
            """
             WHERE events.call_id = (SELECT call_id FROM call_keys WHERE uuid = ?)
                OR events.conversation = (
                    SELECT conversation FROM calls WHERE id = (SELECT call_id FROM call_keys WHERE uuid = ?))
            ORDER BY events.id LIMIT ?
            """)
        return try tx.connection.rows(sql, [.key(call), .key(call), .integer(limit)], as: Self.event)
    }

    /// The events of all calls of a conversation and those that name no call, in the order they came.
    package func list(of conversation: ConversationID, limit: Int = 1000) throws -> [StoredEvent] {
        var sql = Self.columns
        sql.append(
            """
             WHERE events.call_id IN (
                    SELECT id FROM calls
                    WHERE id IN (SELECT call_id FROM conversation_keys WHERE conversation = ?) AND conversation = ?)
                OR events.conversation = ?
            ORDER BY events.id LIMIT ?
            """)
        let key = Value.key(conversation)
        return try tx.connection.rows(sql, [key, key, key, .integer(limit)], as: Self.event)
    }

    /// The events before `before` (an event's id; nil: the end), newest first.
    package func latest(before: Int64? = nil, limit: Int = 100) throws -> [StoredEvent] {
        var sql = Self.columns
        sql.append(" WHERE events.id < ? ORDER BY events.id DESC LIMIT ?")
        return try tx.connection.rows(sql, [.integer(before ?? .max), .integer(limit)], as: Self.event)
    }

    package func count() throws -> Int {
        try tx.connection.row("SELECT count(*) FROM events") { $0.int(0) } ?? 0
    }

    /// The `jti` of the tokens of webhooks received since then, each with the SHA-256 of what it came with.
    package func tokenIDs(since: Timestamp) throws -> [(tokenID: String, digest: [UInt8], receivedAt: Timestamp)] {
        // Ids and times rise together but for what waited in memory, so it goes back until a whole window is too old.
        let window: Int64 = 10_000
        var events: [(tokenID: String, digest: [UInt8], receivedAt: Timestamp)] = []
        var end = (try tx.connection.row("SELECT coalesce(max(id), 0) FROM events") { $0.integer(0) } ?? 0) + 1
        var isRecent = true
        while isRecent, end > 1, events.count < 1_000_000 {
            isRecent = false
            try tx.connection.each(
                "SELECT token_id, digest, received_at FROM events WHERE id >= ? AND id < ? ORDER BY id DESC",
                .integer(end - window), .integer(end)
            ) { row in
                let receivedAt = Timestamp(milliseconds: row.integer(2))
                guard receivedAt >= since else { return }
                isRecent = true
                if let tokenID = row.optionalText(0) { events.append((tokenID, row.blob(1), receivedAt)) }
            }
            end -= window
        }
        let answers = try tx.connection.rows(
            "SELECT token_id, request, received_at FROM answers WHERE received_at >= ? AND token_id IS NOT NULL",
            .integer(since.milliseconds)
        ) {
            (
                tokenID: $0.text(0), digest: SHA256.digest(of: $0.blob(1)),
                receivedAt: Timestamp(milliseconds: $0.integer(2))
            )
        }
        return events + answers
    }

    static var columns: SQL {
        SQL(
            """
            SELECT events.id, calls.uuid, coalesce(events.conversation, calls.conversation),
                coalesce(events.application, calls.application),
                events.source, events.status, events.happened_at, events.received_at, events.body
            FROM events LEFT JOIN calls ON calls.id = events.call_id
            """)
    }

    static func event(_ row: borrowing Row) throws -> StoredEvent {
        StoredEvent(
            id: row.integer(0), call: row.isNull(1) ? nil : row.call(1),
            conversation: row.isNull(2) ? nil : row.conversation(2),
            application: row.optionalText(3).flatMap { ApplicationID($0) },
            source: EventRecord.Source(rawValue: row.text(4)) ?? .event, status: row.optionalText(5),
            happenedAt: row.optionalInteger(6).map(Timestamp.init(milliseconds:)),
            receivedAt: Timestamp(milliseconds: row.integer(7)), body: row.blob(8))
    }
}
