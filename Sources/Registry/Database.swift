import Glibc
import SQLite

/// Where the database is, and how connections to it are set up.
struct Database: Sendable {
    /// Nil: in memory, where the writer's connection is the only one.
    let path: String?

    /// Another connection would see another database when it is in memory.
    var canReconnect: Bool { path != nil }

    /// A connection for the writer, with the rules of the schema switched on.
    func writer() throws -> Connection {
        let connection = try Connection(path: path ?? ":memory:")
        try connection.script(
            """
            PRAGMA busy_timeout = 2000;
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = FULL;
            PRAGMA foreign_keys = ON;
            PRAGMA wal_autocheckpoint = 4000;
            PRAGMA journal_size_limit = 67108864;
            PRAGMA cache_size = -65536;
            PRAGMA temp_store = MEMORY;
            """)
        return connection
    }

    func reader() throws -> Connection? {
        guard let path else { return nil }
        let connection = try Connection(path: path, access: .readOnly)
        try connection.script("PRAGMA busy_timeout = 2000; PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY;")
        return connection
    }

    /// The bytes of the write-ahead log.
    var logSize: Int? {
        guard let path else { return nil }
        var status = stat()
        return stat(path + "-wal", &status) == 0 ? Int(status.st_size) : nil
    }
}
