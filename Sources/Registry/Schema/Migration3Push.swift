extension Migration {
    /// Push credentials, the outbox of invites, and the log of every try.
    static let push = Migration(
        version: 3,
        sql: """
            CREATE TABLE push_credentials (
                seq INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                application TEXT REFERENCES applications (id) ON DELETE CASCADE,
                platform TEXT NOT NULL,
                kind TEXT NOT NULL,
                bundle_id TEXT,
                topics TEXT NOT NULL,
                environments TEXT NOT NULL,
                team_id TEXT,
                key_id TEXT,
                certificate TEXT,
                secret BLOB NOT NULL,
                not_after INTEGER,
                last_error TEXT,
                created_at INTEGER NOT NULL,
                updated_at INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX push_credentials_application ON push_credentials (application);

            CREATE TABLE push_outbox (
                id TEXT PRIMARY KEY,
                call_id INTEGER NOT NULL REFERENCES calls (id),
                device TEXT NOT NULL,
                user_id TEXT NOT NULL,
                application TEXT NOT NULL,
                created_at INTEGER NOT NULL,
                ring_until INTEGER NOT NULL,
                state TEXT NOT NULL,
                owner TEXT,
                claimed_until INTEGER NOT NULL,
                UNIQUE (call_id, device)
            ) STRICT;
            CREATE INDEX push_outbox_waiting ON push_outbox (ring_until) WHERE state = 'waiting';
            CREATE INDEX push_outbox_waiting_device ON push_outbox (device) WHERE state = 'waiting';
            CREATE INDEX push_outbox_waiting_user ON push_outbox (user_id) WHERE state = 'waiting';

            CREATE TABLE push_log (
                seq INTEGER PRIMARY KEY,
                push TEXT NOT NULL,
                call_id INTEGER REFERENCES calls (id),
                device TEXT NOT NULL,
                user_id TEXT,
                application TEXT,
                attempt INTEGER NOT NULL,
                queued_at INTEGER NOT NULL,
                finished_at INTEGER NOT NULL,
                connection TEXT,
                status INTEGER,
                reason TEXT,
                apns_id TEXT,
                milliseconds INTEGER,
                decision TEXT NOT NULL
            ) STRICT;
            CREATE INDEX push_log_call ON push_log (call_id);
            """)
}
