import SQLite
import Telephony

/// The calls the writer knows by heart, so that an event of a known call costs no query.
///
/// Records are merged here and written once a group, which must not touch more calls than `limit`. Belongs to the
/// writer's thread. After a roll-back it must be emptied, since it may hold what has not been kept.
struct CallTable {
    /// What is known of one call.
    final class Entry {
        let id: Int64
        let createdAt: Timestamp
        fileprivate(set) var record: CallRecord
        fileprivate(set) var application: ApplicationID?
        fileprivate var isDirty = false

        fileprivate init(id: Int64, createdAt: Timestamp, record: CallRecord, application: ApplicationID?) {
            self.id = id
            self.createdAt = createdAt
            self.record = record
            self.application = application
        }
    }

    private var calls: Recent<CallUUID, Entry>
    private var conversations: Recent<ConversationID, Int64>
    private var dirty: [(call: CallUUID, entry: Entry)] = []
    /// The ids that the next new call and conversation get. Nobody else gives any, and an id that is known before costs
    /// less than one that SQLite is asked for (RETURNING).
    private var nextCall: Int64?
    private var nextConversation: Int64?

    init(limit: Int = 16_384) {
        calls = Recent(limit: limit)
        conversations = Recent(limit: limit)
    }

    /// Forgets everything.
    mutating func removeAll() {
        calls.removeAll()
        conversations.removeAll()
        dirty.removeAll()
        nextCall = nil
        nextConversation = nil
    }

    /// The call, which is added with these facts when it is new; they need not be merged then.
    mutating func entry(
        of call: CallUUID, heardBy facts: CallEvent, application: ApplicationID?, on connection: Connection
    ) throws -> (entry: Entry, isNew: Bool) {
        if let entry = calls.value(for: call) { return (entry, false) }
        let added = try insert(call, facts, application, on: connection)
        guard let entry = try added ?? load(call, on: connection) else {
            throw StoreError.unreadable(table: "calls", id: call.text)
        }
        calls.set(entry, for: call)
        return (entry, added != nil)
    }

    /// Merges facts into the call's record. Returns whether they ended it.
    mutating func merge(
        _ facts: CallEvent, of call: CallUUID, application: ApplicationID?, into entry: Entry
    ) -> Bool {
        let wasFinal = entry.record.isFinal
        entry.record.merge(facts)
        if entry.application == nil { entry.application = application }
        if !entry.isDirty {
            entry.isDirty = true
            dirty.append((call, entry))
        }
        return entry.record.isFinal && !wasFinal
    }

    /// Writes the records that have changed.
    mutating func flush(on connection: Connection) throws {
        guard !dirty.isEmpty else { return }
        for (call, entry) in dirty {
            var values = try columns(of: call, entry.record, entry.application, entry.createdAt, on: connection)
            values.append(.integer(entry.id))
            try connection.run(
                """
                UPDATE calls SET shown_uuid = ?, conversation_id = ?, application = ?, status = ?, direction = ?,
                    started_at = ?, last_heard_at = ?, record = ?
                WHERE id = ?
                """, values)
            entry.isDirty = false
        }
        dirty.removeAll(keepingCapacity: true)
    }

    /// The id of a conversation, which is added when it is new.
    mutating func id(of conversation: ConversationID, on connection: Connection) throws -> Int64 {
        if let id = conversations.value(for: conversation) { return id }
        let text = Value.text(conversation.text)
        let next =
            try nextConversation
            ?? connection.row("SELECT coalesce(max(id), 0) + 1 FROM conversations") { $0.integer(0) } ?? 1
        nextConversation = next
        var id: Int64? = next
        if try connection.run(
            "INSERT INTO conversations (id, uuid) VALUES (?, ?) ON CONFLICT DO NOTHING", .integer(next), text) == 1
        {
            nextConversation = next + 1
        } else {
            id = try connection.row("SELECT id FROM conversations WHERE uuid = ?", text) { $0.integer(0) }
        }
        guard let id else { throw StoreError.unreadable(table: "conversations", id: conversation.text) }
        conversations.set(id, for: conversation)
        return id
    }

    /// Nil when the call is there already.
    private mutating func insert(
        _ call: CallUUID, _ facts: CallEvent, _ application: ApplicationID?, on connection: Connection
    ) throws -> Entry? {
        var record = CallRecord()
        record.merge(facts)
        var values = try columns(of: call, record, application, facts.receivedAt, on: connection)
        let id =
            try nextCall ?? connection.row("SELECT coalesce(max(id), 0) + 1 FROM calls") { $0.integer(0) } ?? 1
        nextCall = id
        values += [.text(call.text), .integer(facts.receivedAt.milliseconds), .integer(id)]
        let added = try connection.run(
            """
            INSERT INTO calls (shown_uuid, conversation_id, application, status, direction, started_at, last_heard_at,
                record, uuid, created_at, id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """, values)
        guard added == 1 else { return nil }
        nextCall = id + 1
        return Entry(id: id, createdAt: facts.receivedAt, record: record, application: application)
    }

    private func load(_ call: CallUUID, on connection: Connection) throws -> Entry? {
        try connection.row(
            "SELECT id, created_at, record, application FROM calls WHERE uuid = ?", .text(call.text)
        ) { row in
            guard let record = CallRecord(decoding: row.blob(2)) else {
                throw StoreError.unreadable(table: "calls", id: call.text)
            }
            return Entry(
                id: row.integer(0), createdAt: Timestamp(milliseconds: row.integer(1)), record: record,
                application: row.optionalText(3).flatMap { ApplicationID($0) })
        }
    }

    /// The columns that follow from the record, in the order of the statements above.
    private mutating func columns(
        of call: CallUUID, _ record: CallRecord, _ application: ApplicationID?, _ createdAt: Timestamp,
        on connection: Connection
    ) throws -> [Value] {
        var conversation: Int64?
        if let shown = record.shownConversation, let id = ConversationID(shown) {
            conversation = try self.id(of: id, on: connection)
        }
        let startedAt = record.startTime ?? record.firstEventAt ?? createdAt
        return [
            .text(record.shownCall ?? call.text), .integer(conversation), .text(application?.description),
            .text(record.status.rawValue), .text(record.direction?.rawValue), .integer(startedAt.milliseconds),
            .integer(record.lastHeard?.milliseconds), .blob(record.encoded()),
        ]
    }
}
