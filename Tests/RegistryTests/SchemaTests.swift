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

    /// Calls and events of the schema that had a table of conversations.
    @Test func callsOfAnEarlierVersionAreFound() async throws {
        let folder = try TemporaryFolder()
        do {
            let connection = try Connection(path: folder.path + "/hookline.db")
            try Schema.migrate(connection, to: 4)
            try connection.script("PRAGMA foreign_keys = ON")
            let conversations = ["CON-" + uuid(1), "CON-odd", "CON-" + String(repeating: "-", count: 36)]
            for (index, text) in conversations.enumerated() {
                try connection.run(
                    "INSERT INTO conversations (id, uuid) VALUES (?, ?)", .integer(index + 1), .text(text))
            }
            let digits = uuid(1).filter { $0 != "-" }
            for (index, text) in [digits, "odd", String(repeating: "x", count: 32)].enumerated() {
                var record = CallRecord()
                var facts = CallEvent(receivedAt: Timestamp(milliseconds: 5))
                facts.shownConversation = conversations[index]
                facts.status = .init(rawValue: "completed")
                record.merge(facts)
                try connection.run(
                    """
                    INSERT INTO calls (id, uuid, shown_uuid, conversation_id, status, started_at, created_at, record)
                    VALUES (?, ?, ?, ?, 'completed', 5, 5, ?)
                    """, .integer(index + 1), .text(text), .text(text), .integer(index + 1), .blob(record.encoded()))
                try connection.run(
                    "INSERT INTO answers (call_id, kind, request, reply, received_at) VALUES (?, 'answer', x'', ?, 5)",
                    .integer(index + 1), .blob([UInt8(index)]))
                try connection.run(
                    """
                    INSERT INTO events (call_id, source, received_at, digest, body) VALUES (?, 'event', 5, ?, ?)
                    """, .integer(index + 1), .blob([1]), .blob([UInt8(index)]))
            }
            try connection.run(
                """
                INSERT INTO events (conversation_id, source, received_at, digest, body) VALUES (1, 'event', 6, x'01', x'09')
                """)
        }
        let store = try await TestStore(.folder(folder.path))

        for (index, text) in [uuid(1), "odd", String(repeating: "x", count: 32)].enumerated() {
            let call = try #require(CallUUID(text))
            let (found, answers, events) = try await store.registry.read { tx in
                (try CallStore(tx).find(call), try AnswerStore(tx).list(of: call), try EventStore(tx).list(of: call))
            }
            #expect(found?.uuid == call)
            #expect(found?.conversation?.text == found?.record.shownConversation)
            #expect(answers.map(\.reply) == [[UInt8(index)]])
            #expect(events.map(\.body) == (index == 0 ? [[0], [9]] : [[UInt8(index)]]))
            var query = CallQuery()
            query.conversation = found?.conversation
            let listed = query
            #expect(try await store.registry.read { try CallStore($0).list(listed).items.map(\.uuid) } == [call])
        }
        let broken = try await store.registry.write { tx in
            try tx.connection.rows("PRAGMA foreign_key_check") { $0.text(0) }
        }
        #expect(broken.isEmpty)
        _ = await store.record(store.event(uuid(1), status: "answered"))
        #expect(try await store.events(of: uuid(1)).count == 3)
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
