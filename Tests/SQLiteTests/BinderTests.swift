import Testing

@testable import SQLite

@Suite struct BinderTests {
    @Test func bindsAllKindsOfValues() throws {
        let connection = try Connection(path: ":memory:")
        try connection.script("CREATE TABLE t (a ANY, b ANY, c ANY, d ANY, e ANY, f ANY) STRICT")
        let blob: [UInt8] = [0, 255]

        for _ in 0..<2 {
            let count = try blob.withUnsafeBytes { bytes in
                try connection.run("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)") { binder in
                    binder.integer(7, at: 1)
                    binder.text("zwölf", at: 2)
                    binder.blob(bytes, at: 3)
                    binder.blob(lending: UnsafeRawBufferPointer(start: nil, count: 0), at: 4)
                    binder.text("", at: 5)
                }
            }
            #expect(count == 1)
        }

        let rows = try connection.rows("SELECT a, b, c, typeof(d), typeof(e), typeof(f) FROM t") {
            ($0.int(0), $0.text(1), $0.blob(2), [$0.text(3), $0.text(4), $0.text(5)])
        }
        #expect(rows.count == 2)
        #expect(rows.allSatisfy { $0.0 == 7 && $0.1 == "zwölf" && $0.2 == blob && $0.3 == ["blob", "text", "null"] })
    }

    @Test func tellsOfARuleThatIsBroken() throws {
        let connection = try Connection(path: ":memory:")
        try connection.script("CREATE TABLE t (a INTEGER PRIMARY KEY) STRICT")
        try connection.run("INSERT INTO t VALUES (?)") { $0.integer(1, at: 1) }

        let error = #expect(throws: SQLiteError.self) {
            try connection.run("INSERT INTO t VALUES (?)") { $0.integer(1, at: 1) }
        }

        #expect(error?.kind == .constraint(.unique))
        #expect(try connection.run("INSERT INTO t VALUES (?)") { $0.integer(2, at: 1) } == 1)
    }

    @Test(arguments: [("00ff", [0, 255]), ("aBcD", [0xAB, 0xCD]), ("", []), ("0", nil), ("zz", nil)])
    func unhexReadsDigits(text: String, bytes: [UInt8]?) throws {
        let connection = try Connection(path: ":memory:")
        try connection.defineUnhex()

        let found = try connection.row("SELECT unhex(?)", .text(text)) { $0.optionalBlob(0) } ?? nil

        #expect(found == bytes)
    }
}
