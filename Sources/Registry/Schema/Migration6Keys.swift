extension Migration {
    /// Calls and events without a table of conversations, ids as bytes, and the ways from an id to its calls in tables of
    /// their own, which are filled later and in order.
    ///
    /// What limits writing is random ids in indexes: each finds a page of its own. So a call's row goes to the end of its
    /// table at once, and its ids go where they belong with thousands of others. Calls up to the number in the setting
    /// `keyed_calls` have theirs.
    static let keys = Migration(
        version: 6,
        sql: """
            CREATE TABLE calls_6 (
                id INTEGER PRIMARY KEY,
                uuid ANY NOT NULL,
                conversation ANY,
                application TEXT,
                status TEXT NOT NULL,
                started_at INTEGER NOT NULL,
                last_heard_at INTEGER,
                created_at INTEGER NOT NULL,
                record BLOB NOT NULL
            ) STRICT;
            INSERT INTO calls_6
            SELECT calls.id,
                CASE WHEN length(calls.uuid) = 32 THEN coalesce(unhex(calls.uuid), calls.uuid) ELSE calls.uuid END,
                CASE WHEN conversations.uuid GLOB 'CON-????????-????-????-????-????????????'
                        AND length(replace(conversations.uuid, '-', '')) = 35
                    THEN coalesce(unhex(replace(substr(conversations.uuid, 5), '-', '')), conversations.uuid)
                    ELSE conversations.uuid END,
                calls.application, calls.status, calls.started_at, calls.last_heard_at, calls.created_at, calls.record
            FROM calls LEFT JOIN conversations ON conversations.id = calls.conversation_id
            ORDER BY calls.id;

            CREATE TABLE events_6 (
                id INTEGER PRIMARY KEY,
                call_id INTEGER,
                conversation ANY,
                application TEXT,
                source TEXT NOT NULL,
                status TEXT,
                happened_at INTEGER,
                received_at INTEGER NOT NULL,
                token_id TEXT,
                digest BLOB NOT NULL,
                body BLOB NOT NULL
            ) STRICT;
            INSERT INTO events_6
            SELECT events.id, events.call_id,
                CASE WHEN conversations.uuid GLOB 'CON-????????-????-????-????-????????????'
                        AND length(replace(conversations.uuid, '-', '')) = 35
                    THEN coalesce(unhex(replace(substr(conversations.uuid, 5), '-', '')), conversations.uuid)
                    ELSE conversations.uuid END,
                events.application, events.source, events.status, events.happened_at, events.received_at,
                events.token_id, events.digest, events.body
            FROM events LEFT JOIN conversations ON conversations.id = events.conversation_id
            ORDER BY events.id;

            DROP TABLE events;
            DROP TABLE calls;
            DROP TABLE conversations;
            ALTER TABLE calls_6 RENAME TO calls;
            ALTER TABLE events_6 RENAME TO events;

            CREATE INDEX calls_started ON calls (started_at);
            CREATE UNIQUE INDEX events_of_call ON events (call_id, digest) WHERE call_id IS NOT NULL;
            CREATE UNIQUE INDEX events_of_conversation ON events (conversation, digest) WHERE conversation IS NOT NULL;
            CREATE UNIQUE INDEX events_of_nothing ON events (digest) WHERE call_id IS NULL AND conversation IS NULL;

            CREATE TABLE call_keys (
                uuid ANY NOT NULL PRIMARY KEY,
                call_id INTEGER NOT NULL
            ) WITHOUT ROWID, STRICT;
            INSERT INTO call_keys SELECT uuid, id FROM calls ORDER BY uuid;
            CREATE TABLE conversation_keys (
                conversation ANY NOT NULL,
                call_id INTEGER NOT NULL,
                PRIMARY KEY (conversation, call_id)
            ) WITHOUT ROWID, STRICT;
            INSERT INTO conversation_keys
            SELECT conversation, id FROM calls WHERE conversation IS NOT NULL ORDER BY conversation, id;
            INSERT INTO settings (name, value) SELECT 'keyed_calls', coalesce(max(id), 0) FROM calls;
            """)
}
