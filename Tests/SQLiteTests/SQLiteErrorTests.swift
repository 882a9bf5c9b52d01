import Testing

@testable import SQLite

@Suite struct SQLiteErrorTests {
    struct Broken: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let sql: String
        let kind: SQLiteError.Kind
    }

    static let broken: [Broken] = [
        Broken(testDescription: "unique", sql: "INSERT INTO p VALUES (2, 'a')", kind: .constraint(.unique)),
        Broken(testDescription: "primary key", sql: "INSERT INTO p VALUES (1, 'b')", kind: .constraint(.unique)),
        Broken(testDescription: "not null", sql: "INSERT INTO p VALUES (2, NULL)", kind: .constraint(.notNull)),
        Broken(testDescription: "foreign key", sql: "INSERT INTO t VALUES (9, 1)", kind: .constraint(.foreignKey)),
        Broken(testDescription: "check", sql: "INSERT INTO t VALUES (1, 11)", kind: .constraint(.check)),
        Broken(testDescription: "type", sql: "INSERT INTO t VALUES (1, 'x')", kind: .constraint(.dataType)),
        Broken(testDescription: "unknown table", sql: "INSERT INTO nothing VALUES (1)", kind: .sql),
    ]

    @Test(arguments: broken)
    func namesTheRuleBroken(broken: Broken) throws {
        let connection = try Connection(path: ":memory:")
        try connection.script(
            """
            PRAGMA foreign_keys = ON;
            CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
            CREATE TABLE t (p INTEGER REFERENCES p(id), size INTEGER CHECK (size < 10)) STRICT;
            INSERT INTO p VALUES (1, 'a');
            """)
        var sql = SQL("")
        sql.text = broken.sql

        let error = #expect(throws: SQLiteError.self) { try connection.run(sql, []) }

        #expect(error?.kind == broken.kind)
        #expect(error?.message.isEmpty == false)
    }

    @Test func aLimitOfPagesIsAFullDisk() throws {
        let connection = try Connection(path: ":memory:")
        try connection.script("CREATE TABLE t (body BLOB) STRICT; PRAGMA max_page_count = 10;")

        let error = #expect(throws: SQLiteError.self) {
            try connection.run("INSERT INTO t VALUES (zeroblob(100000))")
        }

        #expect(error?.kind == .full)
    }

    @Test func aConnectionForQueriesIsReadOnly() throws {
        let connection = try Connection(path: ":memory:")
        try connection.script("CREATE TABLE t (body BLOB) STRICT; PRAGMA query_only = ON;")

        let error = #expect(throws: SQLiteError.self) { try connection.run("INSERT INTO t VALUES (NULL)") }

        #expect(error?.kind == .readOnly)
    }

    @Test func anotherWriterIsBusy() throws {
        let folder = try TemporaryFolder()
        let first = try Connection(path: folder.path + "/a.db")
        let second = try Connection(path: folder.path + "/a.db")
        try first.begin()

        let error = #expect(throws: SQLiteError.self) { try second.begin() }

        #expect(error?.kind == .busy)
        first.rollBack()
        try second.begin()
    }

    @Test func aFileOfSomethingElseIsCorrupt() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.db", "This is a letter to a friend, and it is long enough to be no database header at all.")
        let connection = try Connection(path: folder.path + "/a.db")

        let error = #expect(throws: SQLiteError.self) { try connection.script("CREATE TABLE t (a)") }

        #expect(error?.kind == .corrupt)
    }
}
