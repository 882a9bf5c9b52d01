import SQLite
import Telephony

/// The calls the writer knows by heart, so that an event of a known call costs no query.
///
/// Records are merged here and written once a group, which must not touch more calls than `limit`; rows of new calls, too.
/// Belongs to the writer's thread. After a roll-back it must be emptied, since it may hold what has not been kept.
struct CallTable {
    /// What is known of one call.
    final class Entry {
        let id: Int64
        let createdAt: Timestamp
        fileprivate(set) var record: CallRecord
        fileprivate(set) var application: ApplicationID?
        /// As its row has it.
        fileprivate var conversation: ConversationID?
        fileprivate var isDirty = false
        /// Whether its row is still to be written.
        fileprivate(set) var isNew: Bool

        fileprivate init(
            id: Int64, createdAt: Timestamp, record: CallRecord, application: ApplicationID?,
            conversation: ConversationID?, isNew: Bool
        ) {
            self.id = id
            self.createdAt = createdAt
            self.record = record
            self.application = application
            self.conversation = conversation
            self.isNew = isNew
        }
    }

    private var calls: Recent<CallUUID, Entry>
    private var dirty: [Entry] = []
    private var added: [(call: CallUUID, entry: Entry)] = []
    /// Nil until it is needed.
    private var keys: UnkeyedCalls?
    /// The id that the next new call gets. Nobody else gives any.
    private var next: Int64 = 1
    /// Most calls are of the application that the last one was of.
    private var lastApplication: (id: ApplicationID, text: String)?

    init(limit: Int = 16_384) {
        calls = Recent(limit: limit)
    }

    /// Forgets everything.
    mutating func removeAll() {
        calls.removeAll()
        dirty.removeAll()
        added.removeAll()
        keys = nil
    }

    /// Whether all calls are found by their ids in the key tables. False as long as that is not known.
    var isKeyed: Bool { keys?.isEmpty ?? false }

    /// Every call up to this row is found by its ids. Nil as long as that is not known.
    var keyed: Int64? { keys?.keyed }

    /// The last row of a call. Nil as long as that is not known.
    var last: Int64? { keys?.last }

    /// Whether calls are on their way into the key tables.
    var isKeying: Bool { keys?.isUnderWay ?? false }

    /// How many calls have been gathered to be keyed together.
    var gathered: Int { keys?.gatheredCount ?? 0 }

    /// Reads what has to be known before a call is looked for.
    mutating func prepare(on connection: Connection) throws {
        guard keys == nil else { return }
        let found = try UnkeyedCalls(reading: connection)
        next = found.last + 1
        keys = found
    }

    /// Puts about `count` ids of calls into the key tables.
    mutating func key(_ count: Int, on connection: Connection) throws {
        try prepare(on: connection)
        try keys?.key(count, on: connection)
    }

    /// The call, which is added with these facts when it is new; they need not be merged then.
    ///
    /// - Parameter isUnknown: that it is new is certain.
    mutating func entry(
        of call: CallUUID, heardBy facts: CallEvent, application: ApplicationID?, isUnknown: Bool = false,
        on connection: Connection
    ) throws -> (entry: Entry, isNew: Bool) {
        if let entry = calls.value(for: call) { return (entry, false) }
        try prepare(on: connection)
        if !isUnknown, let id = try id(of: call, on: connection) {
            let entry = try load(call, id, on: connection)
            calls.set(entry, for: call)
            return (entry, false)
        }
        var record = CallRecord()
        record.merge(facts)
        let entry = Entry(
            id: next, createdAt: facts.receivedAt, record: record, application: application, conversation: nil,
            isNew: true)
        next += 1
        added.append((call, entry))
        calls.set(entry, for: call)
        return (entry, true)
    }

    /// The row of a call; nil when there is none.
    mutating func id(of call: CallUUID, on connection: Connection) throws -> Int64? {
        if let entry = calls.value(for: call) { return entry.id }
        try prepare(on: connection)
        if let row = keys?.row(of: call) { return row }
        return try connection.row("SELECT call_id FROM call_keys WHERE uuid = ?", .key(call)) { $0.integer(0) }
    }

    /// Merges facts into the call's record. Returns whether they ended it.
    mutating func merge(_ facts: CallEvent, application: ApplicationID?, into entry: Entry) -> Bool {
        let wasFinal = entry.record.isFinal
        entry.record.merge(facts)
        if entry.application == nil { entry.application = application }
        if !entry.isDirty, !entry.isNew {
            entry.isDirty = true
            dirty.append(entry)
        }
        return entry.record.isFinal && !wasFinal
    }

    /// Writes the records that are new and those that have changed.
    mutating func flush(on connection: Connection) throws {
        guard !added.isEmpty || !dirty.isEmpty else { return }
        try writeAdded(on: connection)
        for entry in dirty {
            let conversation = conversation(of: entry)
            if let conversation, conversation != entry.conversation {
                try keys?.put(conversation, of: entry.id, on: connection)
            }
            entry.conversation = conversation
            let encoded = entry.record.encoded()
            let application = text(of: entry.application)
            try connection.run(
                """
                UPDATE calls SET conversation = ?, application = ?, status = ?, started_at = ?, last_heard_at = ?,
                    record = ?
                WHERE id = ?
                """
            ) { binder in
                if let conversation { binder.key(Key(conversation), at: 1) }
                binder.text(application, at: 2)
                binder.text(entry.record.status.rawValue, at: 3)
                binder.integer(entry.startedAt, at: 4)
                binder.integer(entry.record.lastHeard?.milliseconds, at: 5)
                encoded.withUnsafeBytes { binder.blob($0, at: 6) }
                binder.integer(entry.id, at: 7)
            }
            entry.isDirty = false
        }
        dirty.removeAll(keepingCapacity: true)
    }

    private mutating func writeAdded(on connection: Connection) throws {
        var rest = added[...]
        while !rest.isEmpty {
            let some = rest.count >= 8 ? rest.prefix(8) : rest.prefix(1)
            let applications = some.map { text(of: $0.entry.application) }
            for (_, entry) in some { entry.conversation = conversation(of: entry) }
            let bind: (inout Binder) -> Void = { binder in
                var place: Int32 = 0
                for ((call, entry), application) in zip(some, applications) {
                    binder.integer(entry.id, at: place + 1)
                    binder.key(Key(call), at: place + 2)
                    if let conversation = entry.conversation { binder.key(Key(conversation), at: place + 3) }
                    binder.text(application, at: place + 4)
                    binder.text(entry.record.status.rawValue, at: place + 5)
                    binder.integer(entry.startedAt, at: place + 6)
                    binder.integer(entry.record.lastHeard?.milliseconds, at: place + 7)
                    binder.integer(entry.createdAt.milliseconds, at: place + 8)
                    entry.record.encoded().withUnsafeBytes { binder.blob($0, at: place + 9) }
                    place += 9
                }
            }
            if some.count == 1 {
                try connection.run(
                    """
                    INSERT INTO calls (id, uuid, conversation, application, status, started_at, last_heard_at, created_at,
                        record)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """, binding: bind)
            } else {
                // A statement takes about as long to begin as to write a row.
                try connection.run(
                    """
                    INSERT INTO calls (id, uuid, conversation, application, status, started_at, last_heard_at, created_at,
                        record)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?),
                        (?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?),
                        (?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """, binding: bind)
            }
            for (call, entry) in some {
                entry.isNew = false
                keys?.add(call, entry.conversation, row: entry.id)
            }
            rest = rest.dropFirst(some.count)
        }
        added.removeAll(keepingCapacity: true)
    }

    private func load(_ call: CallUUID, _ id: Int64, on connection: Connection) throws -> Entry {
        let found = try connection.row(
            "SELECT created_at, record, application, conversation FROM calls WHERE id = ?", .integer(id)
        ) { row in
            guard let record = CallRecord(decoding: row.blob(1)) else {
                throw StoreError.unreadable(table: "calls", id: call.text)
            }
            return Entry(
                id: id, createdAt: Timestamp(milliseconds: row.integer(0)), record: record,
                application: row.optionalText(2).flatMap { ApplicationID($0) },
                conversation: row.isNull(3) ? nil : row.conversation(3), isNew: false)
        }
        guard let found else { throw StoreError.unreadable(table: "calls", id: call.text) }
        return found
    }

    private func conversation(of entry: Entry) -> ConversationID? {
        entry.record.shownConversation.flatMap { ConversationID($0) }
    }

    private mutating func text(of application: ApplicationID?) -> String? {
        guard let application else { return nil }
        if let lastApplication, lastApplication.id == application { return lastApplication.text }
        let text = application.description
        lastApplication = (application, text)
        return text
    }
}

extension CallTable.Entry {
    /// When the call began: as its events say, else when we first heard of it.
    fileprivate var startedAt: Int64 { (record.startTime ?? record.firstEventAt ?? createdAt).milliseconds }
}
