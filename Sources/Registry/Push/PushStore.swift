import SQLite
import Telephony

/// The outbox of invites and the log of tries to deliver them.
///
/// Invites are put in by `Registry.record` of an answer, and results come by `Registry.record` of a push result.
package struct PushStore<Access: ReadTransaction> {
    let tx: Access

    package init(_ tx: Access) { self.tx = tx }

    /// The tries for a call, in the order they ended.
    package func log(of call: CallUUID, limit: Int = 1000) throws -> [PushResult] {
        var sql = Self.logColumns
        sql.append(" WHERE calls.id = (SELECT call_id FROM call_keys WHERE uuid = ?) ORDER BY push_log.seq LIMIT ?")
        return try tx.connection.rows(sql, [.key(call), .integer(limit)], as: Self.result).compactMap { $0 }
    }

    /// The tries that ended last, newest first.
    package func latest(application: ApplicationID? = nil, limit: Int = 100) throws -> [PushResult] {
        var sql = Self.logColumns
        var values: [Value] = []
        if let application {
            sql.append(" WHERE push_log.application = ?")
            values.append(.text(application.description))
        }
        sql.append(" ORDER BY push_log.seq DESC LIMIT ?")
        values.append(.integer(limit))
        return try tx.connection.rows(sql, values, as: Self.result).compactMap { $0 }
    }

    /// How many invites wait to be delivered.
    package func waitingCount() throws -> Int {
        try tx.connection.row("SELECT count(*) FROM push_outbox WHERE state = 'waiting'") { $0.int(0) } ?? 0
    }

    private static var logColumns: SQL {
        SQL(
            """
            SELECT push_log.push, calls.uuid, push_log.device, push_log.user_id, push_log.application,
                push_log.attempt, push_log.queued_at, push_log.finished_at, push_log.connection, push_log.status,
                push_log.reason, push_log.apns_id, push_log.milliseconds, push_log.decision
            FROM push_log LEFT JOIN calls ON calls.id = push_log.call_id
            """)
    }

    private static func result(_ row: borrowing Row) -> PushResult? {
        guard let push = PushID(row.text(0)), let call = row.call(1), let device = DeviceID(row.text(2))
        else { return nil }
        return PushResult(
            push: push, call: call, device: device, user: row.optionalText(3).flatMap { UserID($0) },
            application: row.optionalText(4).flatMap { ApplicationID($0) }, attempt: row.int(5),
            queuedAt: Timestamp(milliseconds: row.integer(6)), finishedAt: Timestamp(milliseconds: row.integer(7)),
            connection: row.optionalText(8), status: row.optionalInteger(9).map { Int($0) },
            reason: row.optionalText(10), apnsID: row.optionalText(11),
            milliseconds: row.optionalInteger(12).map { Int($0) }, decision: row.text(13), isLast: false)
    }
}

extension PushStore where Access: Transaction {
    /// Takes invites that wait, ring still, and are nobody's, and makes them the owner's until then.
    ///
    /// Invites that no longer ring are dropped.
    package func claim(owner: String, until: Timestamp, limit: Int = 1000) throws -> [WaitingPush] {
        try tx.connection.run(
            "UPDATE push_outbox SET state = 'dropped' WHERE state = 'waiting' AND ring_until <= ?",
            .integer(tx.now.milliseconds))
        let ids = try tx.connection.rows(
            """
            UPDATE push_outbox SET owner = ?, claimed_until = ?
            WHERE id IN (
                SELECT id FROM push_outbox
                WHERE state = 'waiting' AND claimed_until <= ? AND ring_until > ?
                ORDER BY created_at LIMIT ?)
            RETURNING id
            """,
            .text(owner), .integer(until.milliseconds), .integer(tx.now.milliseconds), .integer(tx.now.milliseconds),
            .integer(limit)
        ) { $0.text(0) }
        return try ids.compactMap { id -> WaitingPush? in
            try tx.connection.row(
                """
                SELECT push_outbox.id, calls.uuid, calls.conversation, push_outbox.device, push_outbox.user_id,
                    push_outbox.application, calls.record, push_outbox.created_at, push_outbox.ring_until
                FROM push_outbox
                    JOIN calls ON calls.id = push_outbox.call_id
                WHERE push_outbox.id = ?
                """, .text(id), as: Self.waiting) ?? nil
        }
    }

    /// Gives back what an earlier run had claimed. Only for a process that is alone with the store.
    func releaseClaims() throws {
        try tx.connection.run("UPDATE push_outbox SET owner = NULL, claimed_until = 0 WHERE state = 'waiting'")
    }

    /// Adds what is not there yet; a phone is woken once for one call. Returns the ids of those added.
    ///
    /// - Parameter owner: who wakes them now; nil when that was a process that is gone.
    func add(_ invites: [AnswerRecord.Invite], call: Int64, owner: String?, at time: Timestamp) throws -> [PushID] {
        var added: [PushID] = []
        for invite in invites {
            let count = try tx.connection.run(
                """
                INSERT INTO push_outbox (id, call_id, device, user_id, application, created_at, ring_until, state,
                    owner, claimed_until)
                VALUES (?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?) ON CONFLICT DO NOTHING
                """,
                .text(invite.id.description), .integer(call), .text(invite.device.text),
                .text(invite.user.description), .text(invite.application.description), .integer(time.milliseconds),
                .integer(invite.ringUntil.milliseconds), .text(owner),
                .integer(owner == nil ? 0 : invite.ringUntil.milliseconds))
            if count == 1 { added.append(invite.id) }
        }
        return added
    }

    /// Nothing more is pushed for the call.
    func dropAll(forCall call: Int64) throws {
        try tx.connection.run(
            "UPDATE push_outbox SET state = 'dropped' WHERE call_id = ? AND state = 'waiting'", .integer(call))
    }

    func dropAll(for user: UserID) throws {
        try tx.connection.run(
            "UPDATE push_outbox SET state = 'dropped' WHERE user_id = ? AND state = 'waiting'",
            .text(user.description))
    }

    /// Writes what came of a try.
    ///
    /// - Parameter call: the row of its call.
    func record(_ result: PushResult, call: Int64?) throws {
        try tx.connection.run(
            """
            INSERT INTO push_log (push, call_id, device, user_id, application, attempt, queued_at, finished_at,
                connection, status, reason, apns_id, milliseconds, decision)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .text(result.push.description), .integer(call), .text(result.device.text),
            .text(result.user?.description), .text(result.application?.description), .integer(result.attempt),
            .integer(result.queuedAt.milliseconds), .integer(result.finishedAt.milliseconds),
            .text(result.connection), .integer(result.status), .text(result.reason), .text(result.apnsID),
            .integer(result.milliseconds), .text(result.decision))
        if result.isLast {
            try tx.connection.run(
                "UPDATE push_outbox SET state = 'done' WHERE id = ? AND state = 'waiting'",
                .text(result.push.description))
        }
        if let disabled = result.disables {
            try DeviceStore(tx).disable(
                disabled.kind, token: disabled.token, reason: disabled.reason,
                unregisteredAt: disabled.unregisteredAt)
        }
    }

    private static func waiting(_ row: borrowing Row) -> WaitingPush? {
        guard let id = PushID(row.text(0)), let call = row.call(1), let device = DeviceID(row.text(3)),
            let user = UserID(row.text(4)), let application = ApplicationID(row.text(5)),
            let record = CallRecord(decoding: row.blob(6))
        else { return nil }
        return WaitingPush(
            id: id, call: call, conversation: row.isNull(2) ? nil : row.conversation(2), device: device,
            user: user, application: application, record: record,
            createdAt: Timestamp(milliseconds: row.integer(7)), ringUntil: Timestamp(milliseconds: row.integer(8)))
    }
}
