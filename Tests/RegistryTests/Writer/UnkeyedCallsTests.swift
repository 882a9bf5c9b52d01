import SQLite
import Telephony
import Testing

@testable import Registry

@Suite struct UnkeyedCallsTests {
    private let connection: Connection

    init() throws {
        connection = try Connection(path: ":memory:")
        try Schema.migrate(connection)
    }

    private func call(_ number: Int) throws -> CallUUID { try #require(CallUUID(uuid(number))) }
    private func conversation(_ number: Int) throws -> ConversationID { try #require(ConversationID("CON-\(number)")) }

    /// Rows of calls, with odd ids among them.
    private func write(_ numbers: some Sequence<Int>) throws -> [CallUUID] {
        try numbers.map { number in
            let call = number % 5 == 4 ? try #require(CallUUID("odd-\(number)")) : try call(number)
            try connection.run(
                """
                INSERT INTO calls (id, uuid, conversation, status, started_at, created_at, record)
                VALUES (?, ?, ?, 'started', 0, 0, x'')
                """, .integer(number), .key(call), .key(try conversation(number)))
            return call
        }
    }

    private func keyed(_ call: CallUUID) throws -> Int64? {
        try connection.row("SELECT call_id FROM call_keys WHERE uuid = ?", .key(call)) { $0.integer(0) }
    }

    private func count(_ sql: StaticString) throws -> Int? { try connection.row(sql) { $0.int(0) } }

    @Test func allAreFoundAtEveryStep() throws {
        let ids = try write(1...50)
        var calls = try UnkeyedCalls(reading: connection)
        var steps = 0

        while !calls.isEmpty {
            for (index, id) in ids.enumerated() {
                let row = try calls.row(of: id) ?? keyed(id)
                #expect(row == Int64(index + 1))
            }
            try calls.key(7, on: connection)
            steps += 1
        }

        #expect(steps == 15)
        #expect(try ids.allSatisfy { try keyed($0) != nil && calls.row(of: $0) == nil })
        #expect(try count("SELECT count(*) FROM conversation_keys") == 50)
        #expect(calls.keyed == 50)
    }

    @Test func whatComesMeanwhileIsOfTheNextRound() throws {
        _ = try write(1...3)
        var calls = try UnkeyedCalls(reading: connection)
        try calls.key(1, on: connection)

        let late = try write(4...4)
        calls.add(late[0], try conversation(4), row: 4)
        try calls.key(100, on: connection)

        #expect(calls.keyed == 3)
        #expect(calls.row(of: late[0]) == 4)
        try calls.key(100, on: connection)
        #expect(calls.isEmpty)
        #expect(try keyed(late[0]) == 4)
    }

    /// After a crash the setting is older than some of the keys.
    @Test func startingAnewFinishesWhatWasBegun() throws {
        let ids = try write(1...20)
        var calls = try UnkeyedCalls(reading: connection)
        try calls.key(30, on: connection)
        #expect(calls.keyed == 0)

        var anew = try UnkeyedCalls(reading: connection)
        try anew.key(1000, on: connection)

        #expect(anew.isEmpty)
        #expect(try ids.allSatisfy { try keyed($0) != nil })
        #expect(try count("SELECT count(*) FROM conversation_keys") == 20)
        #expect(try UnkeyedCalls(reading: connection).isEmpty)
    }

    @Test func aCallThatChangesItsConversationIsFoundByTheNewOne() throws {
        _ = try write(1...2)
        var calls = try UnkeyedCalls(reading: connection)
        try calls.key(1, on: connection)

        try calls.put(try conversation(7), of: 1, on: connection)

        let found = try connection.rows(
            "SELECT call_id FROM conversation_keys WHERE conversation = ?", .key(try conversation(7))
        ) { $0.int(0) }
        #expect(found == [1])
    }
}
