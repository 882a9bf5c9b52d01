import SQLite
import Telephony

/// Rows of events on their way from the journal into their table. Their bytes are bound where they stand.
///
/// Belongs to the writer's thread. After a roll-back it must be emptied.
struct EventTable {
    /// What a row is made of; places are in a row of the journal.
    private struct Event {
        let id: Int64
        let call: Int64?
        let conversation: ConversationID?
        let application: ApplicationID?
        let source: EventRecord.Source
        let status: String?
        let happenedAt: Int64?
        let receivedAt: Int64
        let tokenID: Range<Int>?
        let digest: Range<Int>
        let body: Range<Int>

        init(_ event: JournalEvent, id: Int64, call: Int64?) {
            self.id = id
            self.call = call
            conversation = call == nil ? event.facts.conversation : nil
            application = call == nil ? event.application : nil
            source = event.source
            status = event.facts.status?.rawValue
            happenedAt = event.facts.timestamp?.milliseconds
            receivedAt = event.facts.receivedAt.milliseconds
            tokenID = event.tokenID
            digest = event.digest
            body = event.body
        }

        func bind(to binder: inout Binder, after place: Int32, in row: UnsafeRawBufferPointer) {
            binder.integer(id, at: place + 1)
            binder.integer(call, at: place + 2)
            if let conversation { binder.key(Key(conversation), at: place + 3) }
            if let application { binder.text(application.description, at: place + 4) }
            binder.text(source.rawValue, at: place + 5)
            binder.text(status, at: place + 6)
            binder.integer(happenedAt, at: place + 7)
            binder.integer(receivedAt, at: place + 8)
            if let tokenID { binder.text(lending: UnsafeRawBufferPointer(rebasing: row[tokenID]), at: place + 9) }
            binder.blob(lending: UnsafeRawBufferPointer(rebasing: row[digest]), at: place + 10)
            binder.blob(lending: UnsafeRawBufferPointer(rebasing: row[body]), at: place + 11)
        }
    }

    private var waiting: [Event] = []
    /// The id of the next event. Nobody else gives any.
    private var next: Int64?

    mutating func removeAll() {
        waiting.removeAll()
        next = nil
    }

    /// Adds the first event of a new call, to be written before the journal's row goes.
    mutating func add(_ event: JournalEvent, in row: UnsafeRawBufferPointer, call: Int64, on connection: Connection)
        throws
    {
        waiting.append(Event(event, id: try nextID(on: connection), call: call))
        if waiting.count == 8 { try flush(row, on: connection) }
    }

    /// Writes an event. Returns false when it is there already.
    @discardableResult
    mutating func insert(
        _ event: JournalEvent, in row: UnsafeRawBufferPointer, call: Int64?, on connection: Connection
    ) throws -> Bool {
        let id = try nextID(on: connection)
        return try Self.insert(Event(event, id: id, call: call), in: row, on: connection)
    }

    /// Writes those that wait.
    mutating func flush(_ row: UnsafeRawBufferPointer, on connection: Connection) throws {
        guard !waiting.isEmpty else { return }
        let events = waiting
        waiting.removeAll(keepingCapacity: true)
        guard events.count == 8 else {
            for event in events { _ = try Self.insert(event, in: row, on: connection) }
            return
        }
        // A statement takes about as long to begin as to write a row.
        try connection.run(
            """
            INSERT INTO events (id, call_id, conversation, application, source, status, happened_at, received_at, token_id,
                digest, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?),
                (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?),
                (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """
        ) { binder in
            for (index, event) in events.enumerated() { event.bind(to: &binder, after: Int32(11 * index), in: row) }
        }
    }

    private static func insert(_ event: Event, in row: UnsafeRawBufferPointer, on connection: Connection) throws -> Bool
    {
        try connection.run(
            """
            INSERT INTO events (id, call_id, conversation, application, source, status, happened_at, received_at, token_id,
                digest, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """
        ) { event.bind(to: &$0, after: 0, in: row) } == 1
    }

    private mutating func nextID(on connection: Connection) throws -> Int64 {
        let id =
            try next ?? connection.row("SELECT coalesce(max(id), 0) + 1 FROM events") { $0.integer(0) } ?? 1
        next = id + 1
        return id
    }
}
