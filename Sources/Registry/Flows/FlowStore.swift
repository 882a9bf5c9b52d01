import SQLite
import Telephony

/// The call flows in the store.
package struct FlowStore<Access: ReadTransaction> {
    let tx: Access

    /// The revisions of a flow that are kept: the last ones.
    package static var keptRevisions: Int { 50 }
    /// How many flows there may be.
    package static var limit: Int { 1000 }

    package init(_ tx: Access) { self.tx = tx }

    /// The last revision of a flow, also if it says that the flow was taken away.
    package func latest(_ name: String) throws -> FlowRevision? {
        try revisions(" WHERE name = ? ORDER BY revision DESC LIMIT 1", .text(name)).first
    }

    package func revision(_ number: Int, of name: String) throws -> FlowRevision? {
        try revisions(" WHERE name = ? AND revision = ?", .text(name), .integer(number)).first
    }

    /// The last revision of each flow there is, by name.
    package func list() throws -> [FlowRevision] {
        try revisions(
            """
             WHERE text IS NOT NULL AND revision = (SELECT max(other.revision) FROM flow_revisions AS other
                WHERE other.name = flow_revisions.name) ORDER BY name
            """)
    }

    /// The revisions of a flow that are kept, the last one first.
    package func history(_ name: String) throws -> [FlowRevision] {
        try revisions(" WHERE name = ? ORDER BY revision DESC", .text(name))
    }

    /// What takes the flow: at most so many of each.
    package func use(of name: String, limit: Int = 20) throws -> FlowUse {
        var use = FlowUse()
        use.numbers = try tx.connection.rows(
            "SELECT digits FROM numbers WHERE flow = ? ORDER BY digits LIMIT ?", .text(name), .integer(limit)
        ) { E164($0.text(0)) }.compactMap { $0 }
        use.applications = try tx.connection.rows(
            "SELECT id FROM applications WHERE flow = ? ORDER BY seq LIMIT ?", .text(name), .integer(limit)
        ) { ApplicationID($0.text(0)) }.compactMap { $0 }
        return use
    }

    private func revisions(_ condition: StaticString, _ values: Value...) throws -> [FlowRevision] {
        var sql = SQL("SELECT name, revision, text, created_at, created_by FROM flow_revisions")
        sql.append(condition)
        return try tx.connection.rows(sql, values) { row in
            FlowRevision(
                name: row.text(0), number: row.int(1), text: row.optionalText(2),
                createdAt: Timestamp(milliseconds: row.integer(3)), createdBy: row.text(4))
        }
    }
}

extension FlowStore where Access: Transaction {
    /// Stores a flow, or takes it away, and forgets its oldest revisions.
    ///
    /// - Parameters:
    ///   - text: nil takes the flow away.
    ///   - expected: the revision it must have now, 0 for none; nil: whichever.
    /// - Throws: `changedMeanwhile`, `tooMany`.
    @discardableResult
    package func put(_ name: String, _ text: String?, by author: String, expecting expected: Int? = nil) throws
        -> FlowRevision
    {
        let before = try latest(name)
        // A flow that was taken away has no revision for those who ask what there is.
        let current = before?.text == nil ? 0 : before?.number ?? 0
        if let expected, expected != current { throw StoreError.changedMeanwhile(current) }
        if text != nil, before == nil, try count() >= Self.limit { throw StoreError.tooMany(.flow, Self.limit) }
        let revision = FlowRevision(
            name: name, number: (before?.number ?? 0) + 1, text: text, createdAt: tx.now, createdBy: author)
        try tx.connection.run(
            "INSERT INTO flow_revisions (name, revision, text, created_at, created_by) VALUES (?, ?, ?, ?, ?)",
            .text(name), .integer(revision.number), .text(text), .integer(tx.now.milliseconds), .text(author))
        try tx.connection.run(
            "DELETE FROM flow_revisions WHERE name = ? AND revision <= ?", .text(name),
            .integer(revision.number - Self.keptRevisions))
        try tx.changed(.flow, name)
        return revision
    }

    /// Nobody takes the flow any more.
    package func release(_ name: String) throws {
        let now = Value.integer(tx.now.milliseconds)
        let digits = try tx.connection.rows(
            "UPDATE numbers SET flow = NULL, updated_at = ? WHERE flow = ? RETURNING digits", now, .text(name)
        ) { $0.text(0) }
        for digits in digits { try tx.changed(.number, digits) }
        let ids = try tx.connection.rows(
            "UPDATE applications SET flow = NULL, updated_at = ? WHERE flow = ? RETURNING id", now, .text(name)
        ) { $0.text(0) }
        for id in ids { try tx.changed(.application, id) }
    }

    /// Also flows that were taken away: their revisions are kept.
    private func count() throws -> Int {
        try tx.connection.row("SELECT count(DISTINCT name) FROM flow_revisions") { $0.int(0) } ?? 0
    }
}
