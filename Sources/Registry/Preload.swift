import Crypto
import Directory
import SQLite
import Telephony

/// The Directory of a store that another process still writes, read ahead of its lock.
///
/// `Registry.open` goes on from it with the `changes` made since, so that taking over a large store does not take as
/// long as opening it.
///
/// `@unchecked Sendable`: after `init` nobody uses the connection; it is only held.
package final class Preload: @unchecked Sendable {
    let directory = Directory()
    /// The last row of `changes` that is in it.
    let lastChange: Int64
    private let known: CallFilter
    /// The last row of `calls` that is in `known`.
    private let lastCall: Int64
    /// As long as it is open the other process is not the last one with the file, and does not spend its end copying
    /// the log.
    private let connection: Connection

    /// Fails when the folder holds no database of this program's own version, or it cannot be read: then the store is
    /// opened without.
    package init?(folder: String, clock: WallClock, box: SecretBox?) {
        do {
            let database = Database(path: folder + "/hookline.db")
            guard let connection = try database.reader() else { return nil }
            let directory = directory
            var known = CallFilter()
            var lastCall: Int64 = 0
            let last: Int64? = try connection.snapshot {
                let reader = DirectoryReader(
                    tx: ReadTransaction(connection: connection, now: clock.now(), box: box))
                guard try Schema.found(in: connection) == Schema.version else { return nil }
                // Whatever a second thread reads later than this is told once more by `catchUp`.
                let last = try reader.lastChange()
                try DirectoryLoader(directory: directory, reader: reader, database: database).load {
                    known = try CallFilter(reading: connection)
                    lastCall = try connection.row("SELECT coalesce(max(id), 0) FROM calls") { $0.integer(0) } ?? 0
                }
                return last
            }
            guard let last else { return nil }
            lastChange = last
            self.known = known
            self.lastCall = lastCall
            self.connection = connection
        } catch {
            return nil
        }
    }

    /// Applies what has changed since. False when the rows that say so are gone; then all must be read anew.
    func catchUp(_ reader: DirectoryReader) throws -> Bool {
        guard try reader.firstChange() <= lastChange + 1 else { return false }
        let changes = try reader.changes(after: lastChange)
        // Each thing once, at the place of its last change.
        var seen: Set<Change.Key> = []
        let last = changes.reversed().filter { seen.insert($0.key).inserted }.reversed()
        directory.apply(try last.compactMap { try reader.directoryChange(for: $0) })
        return true
    }

    /// The calls there are by now. Rows of calls are only ever added at the end.
    func knownCalls(_ connection: Connection) throws -> CallFilter {
        var known = known
        try known.read(connection, after: lastCall)
        return known
    }
}
