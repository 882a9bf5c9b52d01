import Directory
import SQLite
import Telephony
import Testing

@testable import Registry

@Suite struct SchemaTests {
    func objects(_ connection: Connection) throws -> [String] {
        try connection.rows("SELECT type || ' ' || name || ': ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1") {
            $0.text(0)
        }
    }

    @Test(arguments: 0...Schema.version)
    func everyEarlierVersionBecomesThisOne(version: Int) throws {
        let fresh = try Connection(path: ":memory:")
        try Schema.migrate(fresh)
        let earlier = try Connection(path: ":memory:")
        try Schema.migrate(earlier, to: version)

        try Schema.migrate(earlier)

        #expect(try objects(earlier) == objects(fresh))
        #expect(try earlier.row("SELECT max(version) FROM schema_versions") { $0.int(0) } == Schema.version)
    }

    /// What an earlier version has kept must be there in this one.
    @Test func migratingKeepsTheRows() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/hookline.db"
        let id = ApplicationID.random()
        do {
            let connection = try Connection(path: file)
            try Schema.migrate(connection, to: 1)
            try connection.run(
                """
                INSERT INTO applications (id, name, capabilities, push_by, payload_family, created_at, updated_at)
                VALUES (?, 'Old', '{}', 'hookline', 'vonage', 1, 1)
                """, .text(id.description))
        }

        let registry = try Registry.open(.folder(folder.path), box: nil, log: .silent)

        #expect(registry.directory.application(id)?.name == "Old")
    }

    @Test func migratingTwiceChangesNothing() throws {
        let connection = try Connection(path: ":memory:")
        try Schema.migrate(connection)
        let before = try objects(connection)

        try Schema.migrate(connection)

        #expect(try objects(connection) == before)
    }

    @Test func versionsCountUpFromOne() {
        #expect(Migration.all.map(\.version) == Array(1...Migration.all.count))
    }

    @Test func aNewerDatabaseIsRefusedAndLeftAsItIs() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/hookline.db"
        do {
            let connection = try Connection(path: file)
            try Schema.migrate(connection)
            try connection.run("INSERT INTO schema_versions (version) VALUES (?)", .integer(Schema.version + 1))
        }

        let error = #expect(throws: StoreError.self) {
            try Registry.open(.folder(folder.path), box: nil, log: .silent)
        }

        #expect(error == .newerDatabase(found: Schema.version + 1, known: Schema.version))
    }

    @Test func everyTableIsStrictAndHasAKey() throws {
        let connection = try Connection(path: ":memory:")
        try Schema.migrate(connection)

        let tables = try connection.rows(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ) { (name: $0.text(0), sql: $0.text(1)) }

        #expect(tables.count > 10)
        for table in tables {
            #expect(table.sql.hasSuffix("STRICT"), "\(table.name)")
            #expect(table.sql.contains("PRIMARY KEY"), "\(table.name)")
        }
    }

    @Test func theRulesAreOn() async throws {
        let folder = try TemporaryFolder()
        let store = try await TestStore(.folder(folder.path))

        let rules = try await store.registry.write { tx in
            [
                try tx.connection.row("PRAGMA journal_mode") { $0.text(0) },
                try tx.connection.row("PRAGMA synchronous") { $0.text(0) },
                try tx.connection.row("PRAGMA foreign_keys") { $0.text(0) },
            ]
        }

        #expect(rules == ["wal", "2", "1"])
    }

    @Test func theDirectoryIsTheSameAfterARestart() async throws {
        let folder = try TemporaryFolder()
        let store = try await TestStore(.folder(folder.path))
        let (application, alice) = (store.application.id, store.alice.id)
        let digits = try number("447700900001")
        try await store.registry.write { tx in
            try NumberStore(tx).create(
                Number(number: digits, country: "GB", application: application, user: alice, greeting: "Hi"))
            try NumberStore(tx).create(Number(number: try number("447700900002"), country: "GB", isOwned: false))
            for index in 0..<3 {
                _ = try DeviceStore(tx).register(
                    DeviceRegistration(
                        application: application, user: alice,
                        tokens: [
                            Device.Token(kind: .voip, text: "0a0\(index)", isSandbox: index == 1),
                            Device.Token(kind: .alert, text: "0b0\(index)", isSandbox: index == 1),
                        ]))
            }
            try DeviceStore(tx).disable(.voip, token: "0a02", reason: "Unregistered")
        }
        let before = store.registry.directory
        store.registry.close()

        let after = try Registry.open(.folder(folder.path), box: nil, log: .silent).directory

        #expect(after.counts == before.counts)
        #expect(after.counts == (applications: 1, users: 1, numbers: 1, devices: 3))
        #expect(after.application(application) == before.application(application))
        #expect(after.user(alice) == before.user(alice))
        #expect(after.number(digits) == before.number(digits))
        #expect(after.devices(of: alice) == before.devices(of: alice))
        #expect(after.devices(of: alice).filter { $0.voipToken != nil }.count == 2)
    }
}
