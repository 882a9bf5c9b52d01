import CSQLite

extension Connection {
    /// How far the write-ahead log has been copied to the database file, in pages.
    package struct Checkpoint: Equatable, Sendable {
        package let logged: Int
        package let copied: Int
    }

    package enum CheckpointMode: Sendable {
        /// As far as possible without waiting for anyone.
        case passive
        /// All of it, and the log file is cut to nothing; waits for readers as the busy timeout says.
        case truncate
    }

    /// Copies the write-ahead log to the database file.
    ///
    /// <https://www.sqlite.org/c3ref/wal_checkpoint_v2.html>
    @discardableResult
    package func checkpoint(_ mode: CheckpointMode = .passive) throws -> Checkpoint {
        // On a connection that has read nothing yet SQLite says OK and does nothing.
        _ = try row("SELECT count(*) FROM sqlite_schema") { $0.int(0) }
        var logged: CInt = -1
        var copied: CInt = -1
        let code = sqlite3_wal_checkpoint_v2(
            pointer, nil, mode == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE, &logged, &copied)
        if code != SQLITE_OK { throw error(code) }
        return Checkpoint(logged: Int(logged), copied: Int(copied))
    }
}
