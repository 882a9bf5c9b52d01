import CSQLite

extension Connection {
    /// Counts the pages of the write-ahead log in `loggedPages`, and checkpoints no more by itself.
    ///
    /// <https://www.sqlite.org/c3ref/wal_hook.html>
    package func followLog() {
        // The connection outlives its hook, which is called by its own statements only.
        sqlite3_wal_hook(
            pointer,
            { context, _, _, pages in
                if let context {
                    Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().loggedPages = Int(pages)
                }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
