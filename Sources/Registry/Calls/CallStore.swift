import SQLite
import Telephony

/// The calls in the store. They are written through `Registry.record`.
package struct CallStore<Access: ReadTransaction> {
    let tx: Access

    package init(_ tx: Access) { self.tx = tx }

    package func find(_ call: CallUUID) throws -> StoredCall? {
        var sql = Self.columns
        sql.append(" WHERE calls.id = (SELECT call_id FROM call_keys WHERE uuid = ?)")
        return try tx.connection.row(sql, [.key(call)], as: Self.call)
    }

    package func list(_ query: CallQuery) throws -> Page<StoredCall> {
        var condition = SQL(" WHERE 1 = 1")
        var values: [Value] = []
        func also(_ literal: StaticString, _ value: Value) {
            condition.append(literal)
            values.append(value)
        }
        if let application = query.application { also(" AND calls.application = ?", .text(application.description)) }
        if let conversation = query.conversation {
            // A call may have been of another one before.
            also(
                " AND calls.id IN (SELECT call_id FROM conversation_keys WHERE conversation = ?)", .key(conversation))
            also(" AND calls.conversation = ?", .key(conversation))
        }
        if let status = query.status { addCondition(status: status, to: &condition, &values) }
        if let from = query.from { also(" AND calls.started_at >= ?", .integer(from.milliseconds)) }
        if let until = query.until { also(" AND calls.started_at <= ?", .integer(until.milliseconds)) }

        var counting = SQL("SELECT count(*) FROM calls")
        counting.append(condition)
        let total = try tx.connection.row(counting, values) { $0.int(0) } ?? 0

        var sql = Self.columns
        sql.append(condition)
        sql.append(query.order == .ascending ? " ORDER BY calls.id" : " ORDER BY calls.id DESC")
        sql.append(" LIMIT ? OFFSET ?")
        let items = try tx.connection.rows(
            sql, values + [.integer(query.size), .integer(max(0, query.index))], as: Self.call)
        return Page(items: items, total: total)
    }

    /// A live status that nobody ended does not hold for ever (`CallRecord.status(at:)`), so the stored word is asked
    /// for together with the time a sign of life was last possible.
    private func addCondition(status: CallStatus, to condition: inout SQL, _ values: inout [Value]) {
        let oldest = tx.now.advanced(by: .zero - CallRecord.longestCall).milliseconds
        let ended: CallStatus? =
            status == .completed ? .answered : status == .unanswered ? .started : nil
        if status.isFinal {
            condition.append(" AND (calls.status = ?")
            values.append(.text(status.rawValue))
            switch ended {
            case .answered?:
                condition.append(" OR (calls.status = 'answered' AND calls.last_heard_at < ?)")
                values.append(.integer(oldest))
            case .some:
                condition.append(" OR (calls.status <> 'answered' AND calls.last_heard_at < ?)")
                values.append(.integer(oldest))
            case nil: break
            }
            condition.append(")")
        } else {
            condition.append(" AND calls.status = ? AND (calls.last_heard_at IS NULL OR calls.last_heard_at >= ?)")
            values.append(.text(status.rawValue))
            values.append(.integer(oldest))
        }
    }

    static var columns: SQL {
        SQL(
            """
            SELECT calls.id, calls.uuid, calls.conversation, calls.application, calls.record, calls.created_at,
                calls.started_at
            FROM calls
            """)
    }

    static func call(_ row: borrowing Row) throws -> StoredCall {
        guard let uuid = row.call(1), let record = CallRecord(decoding: row.blob(4)) else {
            throw StoreError.unreadable(table: "calls", id: row.text(1))
        }
        return StoredCall(
            id: row.integer(0), uuid: uuid, conversation: row.isNull(2) ? nil : row.conversation(2),
            application: row.optionalText(3).flatMap { ApplicationID($0) }, record: record,
            createdAt: Timestamp(milliseconds: row.integer(5)), startedAt: Timestamp(milliseconds: row.integer(6)))
    }
}
