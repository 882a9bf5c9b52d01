import Testing

@testable import SQLite

@Suite struct ConnectionTests {
    let connection: Connection

    init() throws {
        connection = try Connection(path: ":memory:")
        try connection.script(
            """
            PRAGMA foreign_keys = ON;
            CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
            CREATE TABLE things (
                id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parents(id), body BLOB, size REAL CHECK (size < 10)
            ) STRICT;
            """)
    }

    @Test(arguments: [
        "", "Alice", "José", "a\u{0}b", "it's; DROP TABLE parents", String(repeating: "x", count: 100_000),
    ])
    func textComesBackAsItWent(text: String) throws {
        try connection.run("INSERT INTO parents (name) VALUES (?)", .text(text))

        let found = try connection.row("SELECT name FROM parents") { $0.text(0) }

        #expect(found == text)
    }

    @Test func emptyIsNotNull() throws {
        try connection.run("INSERT INTO things (body, size) VALUES (?, ?)", .blob([]), .null)

        let found = try connection.row("SELECT body, size FROM things") {
            ($0.optionalBlob(0), $0.optionalInteger(1), $0.optionalText(1))
        }

        #expect(found?.0 == [])
        #expect(found?.1 == nil)
        #expect(found?.2 == nil)
    }

    @Test func bindsEveryKind() throws {
        try connection.run(
            "INSERT INTO things (id, body, size) VALUES (?, ?, ?)", .integer(Int64.min), .blob([0, 255, 0]), .real(1.5))

        let found = try connection.row("SELECT id, body, size FROM things") {
            ($0.integer(0), $0.blob(1), $0.real(2))
        }

        #expect(found?.0 == .min)
        #expect(found?.1 == [0, 255, 0])
        #expect(found?.2 == 1.5)
    }

    @Test func valuesOfTheLastUseAreGone() throws {
        for value in [Value.blob([1]), .null] {
            try connection.run("INSERT INTO things (body) VALUES (?)", value)
        }

        let nulls = try connection.row("SELECT count(*) FROM things WHERE body IS NULL") { $0.int(0) }

        #expect(nulls == 1)
    }

    @Test func countsChangedRows() throws {
        try connection.run("INSERT INTO parents (name) VALUES ('a'), ('b'), ('c')")

        #expect(try connection.run("UPDATE parents SET name = name || '2' WHERE name <> ?", .text("a")) == 2)
        #expect(try connection.run("DELETE FROM parents WHERE name = ?", .text("none")) == 0)
    }

    @Test func aQueryRunsInsideTheSameQuery() throws {
        try connection.run("INSERT INTO parents (name) VALUES ('a'), ('b')")
        func names(_ body: (borrowing Row) throws -> Int) throws -> [Int] {
            try connection.rows("SELECT name FROM parents", as: body)
        }

        let counts = try names { _ in try names { _ in 1 }.count }

        #expect(counts == [2, 2])
    }

    @Test func anErrorInTheClosureLeavesTheStatementUsable() throws {
        struct Stop: Error {}
        try connection.run("INSERT INTO parents (name) VALUES ('a'), ('b')")

        func all(failing: Bool) throws -> [String] {
            try connection.rows("SELECT name FROM parents ORDER BY name") { row in
                if failing { throw Stop() }
                return row.text(0)
            }
        }

        #expect(throws: Stop.self) { try all(failing: true) }
        #expect(try all(failing: false) == ["a", "b"])
    }

    @Test func composedTextTakesBoundValues() throws {
        try connection.run("INSERT INTO parents (name) VALUES ('a'), ('b'), ('c')")
        var sql = SQL("SELECT name FROM parents WHERE name > ?")
        sql.append(" AND name < ?")
        sql.append(SQL(" ORDER BY name DESC"))

        #expect(try connection.rows(sql, [.text("a"), .text("z")]) { $0.text(0) } == ["c", "b"])
        #expect(try connection.rows(sql, [.text("b"), .text("z")]) { $0.text(0) } == ["c"])
    }

    @Test func aMissingFolderCannotBeOpened() {
        #expect(throws: SQLiteError.self) { try Connection(path: "/nonexistent/folder/file.db") }
    }
}
