extension Migration {
    /// Calls, what was answered to them, their events, and problems.
    ///
    /// Events hang on the call's integer id and not on its random UUID: such an index grows at its end, and that, not
    /// the sync, decides how many are written in a second.
    static let calls = Migration(
        version: 2,
        sql: """
            CREATE TABLE conversations (
                id INTEGER PRIMARY KEY,
                uuid TEXT NOT NULL UNIQUE
            ) STRICT;

            CREATE TABLE calls (
                id INTEGER PRIMARY KEY,
                uuid TEXT NOT NULL UNIQUE,
                shown_uuid TEXT NOT NULL,
                conversation_id INTEGER REFERENCES conversations (id),
                application TEXT,
                status TEXT NOT NULL,
                direction TEXT,
                started_at INTEGER NOT NULL,
                last_heard_at INTEGER,
                created_at INTEGER NOT NULL,
                record BLOB NOT NULL
            ) STRICT;
            CREATE INDEX calls_conversation ON calls (conversation_id);
            CREATE INDEX calls_started ON calls (started_at);

            CREATE TABLE answers (
                id INTEGER PRIMARY KEY,
                call_id INTEGER NOT NULL REFERENCES calls (id),
                kind TEXT NOT NULL,
                request BLOB NOT NULL,
                reply BLOB NOT NULL,
                token_id TEXT,
                received_at INTEGER NOT NULL,
                UNIQUE (call_id, kind)
            ) STRICT;
            CREATE INDEX answers_received ON answers (received_at);

            CREATE TABLE events (
                id INTEGER PRIMARY KEY,
                call_id INTEGER REFERENCES calls (id),
                conversation_id INTEGER REFERENCES conversations (id),
                application TEXT,
                source TEXT NOT NULL,
                status TEXT,
                happened_at INTEGER,
                received_at INTEGER NOT NULL,
                token_id TEXT,
                digest BLOB NOT NULL,
                body BLOB NOT NULL
            ) STRICT;
            CREATE UNIQUE INDEX events_of_call ON events (call_id, digest) WHERE call_id IS NOT NULL;
            CREATE UNIQUE INDEX events_of_conversation ON events (conversation_id, digest)
                WHERE conversation_id IS NOT NULL;
            CREATE UNIQUE INDEX events_of_nothing ON events (digest)
                WHERE call_id IS NULL AND conversation_id IS NULL;

            CREATE TABLE problems (
                seq INTEGER PRIMARY KEY,
                code TEXT NOT NULL,
                subject TEXT NOT NULL,
                application TEXT,
                call_uuid TEXT,
                detail TEXT NOT NULL,
                first_at INTEGER NOT NULL,
                last_at INTEGER NOT NULL,
                count INTEGER NOT NULL,
                UNIQUE (code, subject)
            ) STRICT;
            """)
}
