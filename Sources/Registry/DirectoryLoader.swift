import Directory
import SQLite
import Synchronization
import Telephony

/// Fills the Directory of a store that is being opened. Many users are read by two threads, half of them each.
struct DirectoryLoader {
    let directory: Directory
    let reader: DirectoryReader
    let database: Database
    /// From how many users on a second thread is worth its while.
    var manyUsers = 20_000

    /// Fills it. What the caller wants to read besides, he reads on this thread while the other one is at work.
    func load(meanwhile: () throws -> Void = {}) throws {
        for application in try reader.applications() { directory.apply(.application(application)) }
        let counts = try reader.userCounts()
        let numbers = try reader.tx.connection.row("SELECT count(*) FROM numbers") { $0.int(0) } ?? 0
        directory.reserve(users: counts, numbers: numbers)

        let isLarge = counts.values.reduce(0, +) >= manyUsers
        let middle = isLarge && database.path != nil ? try reader.lastOfFirstUsers() : .max
        let other = try middle < .max ? loadUsers(after: middle) : nil
        do {
            try reader.numbersAndDevices { directory.apply($0) }
            try reader.users(after: 0, through: middle) { directory.load($0) }
            try meanwhile()
        } catch {
            _ = other?()
            throw error
        }
        if let failure = other?() { throw failure }
    }

    /// Starts a thread with a connection of its own. Returns how to wait for it, which tells what went wrong.
    private func loadUsers(after middle: Int64) throws -> () -> (any Error)? {
        let (directory, database, now) = (directory, database, reader.tx.now)
        let outcome = Outcome()
        let thread = try WorkerThread {
            do {
                guard let connection = try database.reader() else { return }
                let view = ReadTransaction(connection: connection, now: now, box: nil)
                try DirectoryReader(tx: view).users(after: middle, through: .max) { directory.load($0) }
            } catch {
                outcome.failure.withLock { $0 = error }
            }
        }
        return {
            thread.join()
            return outcome.failure.withLock { $0 }
        }
    }

    private final class Outcome: Sendable {
        let failure = Mutex<(any Error)?>(nil)
    }
}
