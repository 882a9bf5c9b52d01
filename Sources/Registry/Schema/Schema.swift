import SQLite

/// The schema of the database and the way to it from every earlier version.
enum Schema {
    /// The version this program writes.
    static var version: Int { Migration.all.last?.version ?? 0 }

    /// Brings the database to `version`, in one transaction.
    ///
    /// Throws `newerDatabase` when a later program has been here: its data would be misread.
    static func migrate(_ connection: Connection, to target: Int = version) throws {
        // A table that others refer to can be made anew only without the rule, which no transaction may change.
        // <https://www.sqlite.org/lang_altertable.html#otheralter>
        let hasRule = try connection.row("PRAGMA foreign_keys") { $0.bool(0) } ?? false
        try connection.script("PRAGMA foreign_keys = OFF")
        try connection.defineUnhex()
        try connection.transaction {
            try connection.run(
                "CREATE TABLE IF NOT EXISTS schema_versions (version INTEGER PRIMARY KEY) STRICT")
            let found = try found(in: connection)
            guard found <= version else { throw StoreError.newerDatabase(found: found, known: version) }
            for migration in Migration.all where migration.version > found && migration.version <= target {
                try connection.script(migration.sql)
                try connection.run(
                    "INSERT INTO schema_versions (version) VALUES (?)", .integer(migration.version))
            }
        }
        if hasRule { try connection.script("PRAGMA foreign_keys = ON") }
    }

    /// The version the database has. Fails when it has none.
    static func found(in connection: Connection) throws -> Int {
        try connection.row("SELECT coalesce(max(version), 0) FROM schema_versions") { $0.int(0) } ?? 0
    }
}
