extension Migration {
    /// Stored call flows, a row a revision, and which number and application takes which.
    ///
    /// A revision without a text is a flow that was taken away: its next one counts on, so that whoever has read an
    /// earlier one does not overwrite what he has not seen.
    static let flows = Migration(
        version: 5,
        sql: """
            CREATE TABLE flow_revisions (
                id INTEGER PRIMARY KEY,
                name TEXT NOT NULL,
                revision INTEGER NOT NULL,
                text TEXT,
                created_at INTEGER NOT NULL,
                created_by TEXT NOT NULL,
                UNIQUE (name, revision)
            ) STRICT;

            ALTER TABLE numbers ADD COLUMN flow TEXT;
            ALTER TABLE applications ADD COLUMN flow TEXT;
            """)
}
