extension Migration {
    /// What has been acknowledged and is not in the tables yet.
    ///
    /// A group of webhooks is one row that goes to the end of one table, whatever the indexes of the others cost.
    static let journal = Migration(
        version: 4,
        sql: """
            CREATE TABLE journal (
                id INTEGER PRIMARY KEY,
                records BLOB NOT NULL
            ) STRICT;

            CREATE TABLE journal_rejects (
                id INTEGER PRIMARY KEY,
                reason TEXT NOT NULL,
                record BLOB NOT NULL
            ) STRICT;
            """)
}
