import SQLite
import Telephony

/// The problems in the store.
package struct ProblemStore<Access: ReadTransaction> {
    let tx: Access

    package init(_ tx: Access) { self.tx = tx }

    /// The problems seen last come first.
    package func list(application: ApplicationID? = nil, limit: Int = 100) throws -> [StoredProblem] {
        var sql = SQL(
            "SELECT code, subject, application, call_uuid, detail, seq, first_at, last_at, count FROM problems")
        var values: [Value] = []
        if let application {
            sql.append(" WHERE application = ?")
            values.append(.text(application.description))
        }
        sql.append(" ORDER BY last_at DESC, seq DESC LIMIT ?")
        values.append(.integer(limit))
        return try tx.connection.rows(sql, values) { row in
            var problem = StoredProblem(
                code: row.text(0), subject: row.text(1), application: row.optionalText(2).flatMap { ApplicationID($0) },
                call: row.optionalText(3).flatMap { CallUUID($0) }, detail: row.text(4))
            problem.seq = row.integer(5)
            problem.firstAt = Timestamp(milliseconds: row.integer(6))
            problem.lastAt = Timestamp(milliseconds: row.integer(7))
            problem.count = row.int(8)
            return problem
        }
    }
}

extension ProblemStore where Access: Transaction {
    /// Notes a problem, or that it is there still.
    package func note(_ problem: StoredProblem) throws {
        try tx.connection.run(
            """
            INSERT INTO problems (code, subject, application, call_uuid, detail, first_at, last_at, count)
            VALUES (?, ?, ?, ?, ?, ?, ?, 1)
            ON CONFLICT (code, subject) DO UPDATE SET application = excluded.application,
                call_uuid = excluded.call_uuid, detail = excluded.detail, last_at = excluded.last_at,
                count = problems.count + 1
            """,
            .text(problem.code), .text(problem.subject), .text(problem.application?.description),
            .text(problem.call?.text), .text(problem.detail), .integer(tx.now.milliseconds),
            .integer(tx.now.milliseconds))
    }

    /// The problem is solved. Returns false when there was none.
    @discardableResult
    package func resolve(code: String, subject: String) throws -> Bool {
        try tx.connection.run(
            "DELETE FROM problems WHERE code = ? AND subject = ?", .text(code), .text(subject)) > 0
    }
}
