extension Migration {
    /// Applications, users, numbers, devices and keys: what the Directory holds.
    static let registry = Migration(
        version: 1,
        sql: """
            CREATE TABLE settings (
                name TEXT PRIMARY KEY,
                value TEXT NOT NULL
            ) STRICT;

            CREATE TABLE changes (
                seq INTEGER PRIMARY KEY,
                kind TEXT NOT NULL,
                id TEXT NOT NULL
            ) STRICT;

            CREATE TABLE applications (
                seq INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                name TEXT NOT NULL,
                capabilities TEXT NOT NULL,
                privacy TEXT,
                public_key TEXT,
                private_key BLOB,
                api_key TEXT,
                push_by TEXT NOT NULL,
                payload_family TEXT NOT NULL,
                created_at INTEGER NOT NULL,
                updated_at INTEGER NOT NULL
            ) STRICT;

            CREATE TABLE signature_secrets (
                id TEXT PRIMARY KEY,
                application TEXT REFERENCES applications (id) ON DELETE CASCADE,
                api_key TEXT,
                secret BLOB NOT NULL,
                created_at INTEGER NOT NULL,
                CHECK ((application IS NULL) <> (api_key IS NULL))
            ) STRICT;
            CREATE INDEX signature_secrets_application ON signature_secrets (application);

            CREATE TABLE users (
                seq INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                application TEXT NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
                name TEXT NOT NULL,
                name_key TEXT NOT NULL,
                display_name TEXT,
                image_url TEXT,
                properties TEXT,
                channels TEXT,
                created_at INTEGER NOT NULL,
                updated_at INTEGER NOT NULL,
                UNIQUE (application, name_key)
            ) STRICT;

            CREATE TABLE numbers (
                digits TEXT PRIMARY KEY,
                country TEXT NOT NULL,
                type TEXT NOT NULL,
                features INTEGER NOT NULL,
                is_owned INTEGER NOT NULL CHECK (is_owned IN (0, 1)),
                cost TEXT,
                initial_price TEXT,
                application TEXT REFERENCES applications (id) ON DELETE SET NULL,
                user_id TEXT REFERENCES users (id) ON DELETE SET NULL,
                greeting TEXT,
                linked_at INTEGER,
                mo_http_url TEXT,
                mo_smpp_sys_type TEXT,
                voice_callback_type TEXT,
                voice_callback_value TEXT,
                voice_status_callback TEXT,
                messages_callback_type TEXT,
                messages_callback_value TEXT,
                created_at INTEGER NOT NULL,
                updated_at INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX numbers_application ON numbers (application);
            CREATE INDEX numbers_user ON numbers (user_id);

            CREATE TABLE devices (
                seq INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                application TEXT REFERENCES applications (id) ON DELETE SET NULL,
                user_id TEXT REFERENCES users (id) ON DELETE SET NULL,
                platform TEXT NOT NULL,
                bundle_id TEXT,
                model TEXT,
                app_version TEXT,
                created_at INTEGER NOT NULL,
                last_seen_at INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX devices_user ON devices (user_id);
            CREATE INDEX devices_application ON devices (application);

            CREATE TABLE device_tokens (
                seq INTEGER PRIMARY KEY,
                device TEXT NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
                kind TEXT NOT NULL,
                token TEXT NOT NULL,
                is_sandbox INTEGER NOT NULL CHECK (is_sandbox IN (0, 1)),
                registered_at INTEGER NOT NULL,
                disabled_at INTEGER,
                disabled_reason TEXT,
                UNIQUE (kind, token)
            ) STRICT;
            CREATE INDEX device_tokens_device ON device_tokens (device);

            CREATE TABLE api_keys (
                id TEXT PRIMARY KEY,
                secret_mac BLOB NOT NULL,
                label TEXT,
                created_at INTEGER NOT NULL,
                revoked_at INTEGER
            ) STRICT;
            """)
}
