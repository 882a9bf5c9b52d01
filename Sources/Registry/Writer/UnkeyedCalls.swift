import SQLite
import Telephony

/// The calls whose rows are written and whose ids are not in the key tables yet, so that most pages of those are
/// written once for many calls and not once for each.
///
/// New calls are gathered; then they are sorted, and go in a little with each step of settling while others are gathered.
/// A crash loses nothing: the setting `keyed_calls` says from which row on they are found anew, and a key that is there
/// already stays as it is. Belongs to the writer's thread; after a roll-back it must be read anew.
struct UnkeyedCalls {
    private struct Entry<ID> {
        let key: ID
        let call: Int64
    }

    /// Every call up to this row has its keys.
    private(set) var keyed: Int64
    /// The last row there is.
    private(set) var last: Int64
    /// The last row of those that are sorted.
    private var sortedLast: Int64

    private var gathered: [Key: Int64] = [:]
    private var gatheredConversations: [Entry<Key>] = []
    private var sorted: [Entry<Key>] = []
    private var sortedConversations: [Entry<Key>] = []
    /// The same as `sorted`, to be looked up.
    private var sortedByKey: [Key: Int64] = [:]
    /// How many of `sorted` and `sortedConversations` together are in the tables.
    private var done = 0

    init(reading connection: Connection) throws {
        keyed =
            try connection.row("SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'keyed_calls'") {
                $0.integer(0)
            } ?? 0
        last = keyed
        sortedLast = keyed
        let rows = try connection.rows(
            "SELECT id, uuid, conversation FROM calls WHERE id > ? ORDER BY id", .integer(keyed)
        ) { (id: $0.integer(0), call: $0.call(1), conversation: $0.isNull(2) ? nil : $0.conversation(2)) }
        for row in rows {
            if let call = row.call { add(call, row.conversation, row: row.id) }
            last = row.id
        }
        last = max(last, try connection.row("SELECT coalesce(max(id), 0) FROM calls") { $0.integer(0) } ?? 0)
    }

    var isEmpty: Bool { keyed == last }

    /// Whether some are on their way into the tables.
    var isUnderWay: Bool { !sorted.isEmpty }

    /// How many wait that are not sorted yet.
    var gatheredCount: Int { gathered.count }

    /// The row of the call, if it is one of them.
    func row(of call: CallUUID) -> Int64? {
        if gathered.isEmpty, sortedByKey.isEmpty { return nil }
        let key = Key(call)
        return gathered[key] ?? sortedByKey[key]
    }

    /// Adds a call, whose row follows the last one.
    mutating func add(_ call: CallUUID, _ conversation: ConversationID?, row: Int64) {
        gathered[Key(call)] = row
        if let conversation { gatheredConversations.append(Entry(key: Key(conversation), call: row)) }
        last = row
    }

    /// A call that has been added before is of this conversation.
    mutating func put(_ conversation: ConversationID, of row: Int64, on connection: Connection) throws {
        if row > sortedLast {
            gatheredConversations.append(Entry(key: Key(conversation), call: row))
        } else {
            try Self.insert(conversations: [Entry(key: Key(conversation), call: row)][...], on: connection)
        }
    }

    /// Puts about `count` keys into their tables. Begins with those gathered when no others are under way.
    mutating func key(_ count: Int, on connection: Connection) throws {
        if sorted.isEmpty { sort() }
        var rest = count
        while rest > 0, done < sorted.count {
            let next = sorted[done...].prefix(min(rest, sorted.count - done))
            try Self.insert(calls: next, on: connection)
            done += next.count
            rest -= next.count
        }
        while rest > 0, done - sorted.count < sortedConversations.count {
            let next = sortedConversations[(done - sorted.count)...].prefix(rest)
            try Self.insert(conversations: next, on: connection)
            done += next.count
            rest -= next.count
        }
        guard done == sorted.count + sortedConversations.count, keyed < sortedLast else { return }
        try connection.run(
            """
            INSERT INTO settings (name, value) VALUES ('keyed_calls', ?)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """, .text(String(sortedLast)))
        keyed = sortedLast
        sorted = []
        sortedConversations = []
        sortedByKey = [:]
        done = 0
    }

    private mutating func sort() {
        sortedByKey = gathered
        sorted = gathered.map { Entry(key: $0.key, call: $0.value) }.sorted { $0.key < $1.key }
        sortedConversations = gatheredConversations.sorted { $0.key < $1.key }
        sortedLast = last
        gathered = [:]
        gatheredConversations = []
    }

    private static func insert(calls: ArraySlice<Entry<Key>>, on connection: Connection) throws {
        try insert(calls, on: connection) { bind, isRow in
            isRow
                ? try connection.run("INSERT INTO call_keys VALUES (?, ?) ON CONFLICT DO NOTHING", binding: bind)
                : try connection.run(
                    """
                    INSERT INTO call_keys VALUES (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?),
                        (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?) ON CONFLICT DO NOTHING
                    """, binding: bind)
        }
    }

    private static func insert(conversations: ArraySlice<Entry<Key>>, on connection: Connection) throws {
        try insert(conversations, on: connection) { bind, isRow in
            isRow
                ? try connection.run(
                    "INSERT INTO conversation_keys VALUES (?, ?) ON CONFLICT DO NOTHING", binding: bind)
                : try connection.run(
                    """
                    INSERT INTO conversation_keys VALUES (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?),
                        (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?) ON CONFLICT DO NOTHING
                    """, binding: bind)
        }
    }

    /// Sixteen at a time, then one by one. A statement takes about as long to begin as to write a row.
    private static func insert(
        _ entries: ArraySlice<Entry<Key>>, on connection: Connection,
        _ run: ((inout Binder) -> Void, _ isRow: Bool) throws -> Int
    ) throws {
        var rest = entries
        while !rest.isEmpty {
            let some = rest.count >= 16 ? rest.prefix(16) : rest.prefix(1)
            let bind: (inout Binder) -> Void = { binder in
                var place: Int32 = 1
                for entry in some {
                    binder.key(entry.key, at: place)
                    binder.integer(entry.call, at: place + 1)
                    place += 2
                }
            }
            _ = try run(bind, some.count == 1)
            rest = rest.dropFirst(some.count)
        }
    }
}
