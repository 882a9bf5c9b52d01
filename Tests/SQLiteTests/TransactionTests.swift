import Testing

@testable import SQLite

@Suite struct TransactionTests {
    struct Stop: Error {}

    let connection: Connection

    init() throws {
        connection = try Connection(path: ":memory:")
        try connection.script("CREATE TABLE t (a INTEGER) STRICT")
    }

    func count() throws -> Int { try connection.row("SELECT count(*) FROM t") { $0.int(0) } ?? -1 }

    @Test func keepsAllOrNothing() throws {
        try connection.transaction { _ = try connection.run("INSERT INTO t VALUES (1)") }
        #expect(throws: Stop.self) {
            try connection.transaction {
                try connection.run("INSERT INTO t VALUES (2)")
                throw Stop()
            }
        }

        #expect(try count() == 1)
        #expect(!connection.isInTransaction)
    }

    @Test func aSavepointUndoesItsPartOnly() throws {
        try connection.transaction {
            try connection.run("INSERT INTO t VALUES (1)")
            #expect(throws: Stop.self) {
                try connection.savepoint {
                    try connection.run("INSERT INTO t VALUES (2)")
                    throw Stop()
                }
            }
            try connection.savepoint { _ = try connection.run("INSERT INTO t VALUES (3)") }
        }

        #expect(try connection.rows("SELECT a FROM t ORDER BY a") { $0.int(0) } == [1, 3])
    }

    @Test func aSnapshotDoesNotSeeLaterWrites() throws {
        let folder = try TemporaryFolder()
        let writer = try Connection(path: folder.path + "/a.db")
        try writer.script("PRAGMA journal_mode = WAL; CREATE TABLE t (a INTEGER) STRICT")
        let reader = try Connection(path: folder.path + "/a.db", access: .readOnly)

        let counts = try reader.snapshot {
            let before = try reader.row("SELECT count(*) FROM t") { $0.int(0) }
            try writer.run("INSERT INTO t VALUES (1)")
            let after = try reader.row("SELECT count(*) FROM t") { $0.int(0) }
            return [before, after]
        }

        #expect(counts == [0, 0])
        #expect(try reader.row("SELECT count(*) FROM t") { $0.int(0) } == 1)
    }

    @Test func aCheckpointOnAFreshConnectionReallyCopies() throws {
        let folder = try TemporaryFolder()
        let writer = try Connection(path: folder.path + "/a.db")
        try writer.script(
            "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (a INTEGER) STRICT")
        for _ in 0..<10 { try writer.run("INSERT INTO t VALUES (1)") }
        let fresh = try Connection(path: folder.path + "/a.db")

        let checkpoint = try fresh.checkpoint()

        #expect(checkpoint.logged > 10)
        #expect(checkpoint.copied == checkpoint.logged)
    }
}
