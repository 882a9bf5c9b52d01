import SQLite
import Telephony

/// The users in the store.
package struct UserStore<Access: ReadTransaction> {
    let tx: Access

    package init(_ tx: Access) { self.tx = tx }

    package func find(_ id: UserID) throws -> User? {
        var sql = Self.columns
        sql.append(" WHERE id = ?")
        return try tx.connection.row(sql, [.text(id.description)], as: Self.user)
    }

    package func find(named name: UserName, in application: ApplicationID) throws -> User? {
        var sql = Self.columns
        sql.append(" WHERE application = ? AND name_key = ?")
        return try tx.connection.row(
            sql, [.text(application.description), .text(name.normalized)], as: Self.user)
    }

    /// The users of an application that follow `cursor` (a user's `seq`; nil: from the beginning), in the order they
    /// were made or its reverse.
    ///
    /// Users that come and go between two pages neither hide others nor show them twice.
    package func list(
        of application: ApplicationID, named name: UserName? = nil, after cursor: Int64? = nil,
        order: SortOrder = .ascending, limit: Int
    ) throws -> [User] {
        var sql = Self.columns
        sql.append(" WHERE application = ?")
        var values: [Value] = [.text(application.description)]
        if let name {
            sql.append(" AND name_key = ?")
            values.append(.text(name.normalized))
        }
        if let cursor {
            sql.append(order == .ascending ? " AND seq > ?" : " AND seq < ?")
            values.append(.integer(cursor))
        }
        sql.append(order == .ascending ? " ORDER BY seq LIMIT ?" : " ORDER BY seq DESC LIMIT ?")
        values.append(.integer(limit))
        return try tx.connection.rows(sql, values, as: Self.user)
    }

    package func count(of application: ApplicationID) throws -> Int {
        try tx.connection.row(
            "SELECT count(*) FROM users WHERE application = ?", .text(application.description)
        ) { $0.int(0) } ?? 0
    }

    static var columns: SQL {
        SQL(
            """
            SELECT id, application, name, display_name, image_url, properties, channels, seq, created_at, updated_at
            FROM users
            """)
    }

    static func user(_ row: borrowing Row) throws -> User {
        guard let id = UserID(row.text(0)), let application = ApplicationID(row.text(1)),
            let name = UserName(row.text(2))
        else { throw StoreError.unreadable(table: "users", id: row.text(0)) }
        var user = User(
            id: id, application: application, name: name, displayName: row.optionalText(3),
            imageURL: row.optionalText(4), properties: row.optionalText(5), channels: row.optionalText(6))
        user.seq = row.integer(7)
        user.createdAt = Timestamp(milliseconds: row.integer(8))
        user.updatedAt = Timestamp(milliseconds: row.integer(9))
        return user
    }
}

extension UserStore where Access: Transaction {
    /// Adds a user and returns it as stored. Throws `nameTaken`, `idTaken`, or `unknown` for its application.
    @discardableResult
    package func create(_ user: User) throws -> User {
        guard try find(named: user.name, in: user.application) == nil else { throw StoreError.nameTaken }
        do {
            try tx.connection.run(
                """
                INSERT INTO users (id, application, name, name_key, display_name, image_url, properties, channels,
                    created_at, updated_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                .text(user.id.description), .text(user.application.description), .text(user.name.text),
                .text(user.name.normalized), .text(user.displayName), .text(user.imageURL), .text(user.properties),
                .text(user.channels), .integer(tx.now.milliseconds), .integer(tx.now.milliseconds))
        } catch {
            throw Self.meaning(of: error, for: user)
        }
        try tx.changed(.user, user.id)
        guard let stored = try find(user.id) else { throw StoreError.unknown(.user, user.id.description) }
        return stored
    }

    /// Writes all of the user but its application. Throws `unknown`, or `nameTaken`.
    @discardableResult
    package func update(_ user: User) throws -> User {
        let updated: Int
        do {
            updated = try tx.connection.run(
                """
                UPDATE users SET name = ?, name_key = ?, display_name = ?, image_url = ?, properties = ?, channels = ?,
                    updated_at = ?
                WHERE id = ?
                """,
                .text(user.name.text), .text(user.name.normalized), .text(user.displayName), .text(user.imageURL),
                .text(user.properties), .text(user.channels), .integer(tx.now.milliseconds),
                .text(user.id.description))
        } catch {
            throw error.kind == .constraint(.unique) ? StoreError.nameTaken : error
        }
        guard updated == 1, let stored = try find(user.id) else {
            throw StoreError.unknown(.user, user.id.description)
        }
        try tx.changed(.user, user.id)
        return stored
    }

    /// Removes a user. Its devices are disabled, its waiting pushes dropped, and numbers no longer lead to it.
    ///
    /// Returns false when there was none.
    @discardableResult
    package func delete(_ id: UserID) throws -> Bool {
        guard try find(id) != nil else { return false }
        try DeviceStore(tx).disableAll(of: id, reason: "user deleted")
        try PushStore(tx).dropAll(for: id)
        try NumberStore(tx).unlinkAll(from: id)
        try tx.connection.run("DELETE FROM users WHERE id = ?", .text(id.description))
        try tx.changed(.user, id)
        return true
    }

    private static func meaning(of error: SQLiteError, for user: User) -> any Error {
        switch error.kind {
        case .constraint(.unique): StoreError.idTaken
        case .constraint(.foreignKey): StoreError.unknown(.application, user.application.description)
        default: error
        }
    }
}
