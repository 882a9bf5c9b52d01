import Directory
import SQLite
import Telephony

extension Writer {
    /// Brings the Directory up to the last commit.
    func follow() {
        let reader = DirectoryReader(tx: ReadTransaction(connection: connection, now: clock.now(), box: box))
        do {
            let changes = try reader.changes(after: lastChange)
            // Each thing once, at the place of its last change.
            var seen: Set<Change.Key> = []
            let last = changes.reversed().filter { seen.insert($0.key).inserted }.reversed()
            directory.apply(try last.compactMap { try reader.directoryChange(for: $0) })
            lastChange = changes.last?.seq ?? lastChange
            mustFollow = false
        } catch {
            // It stays to be done, and is tried again after the next commit or by the probe.
            log.error("store.directory_behind", ["reason": "\(error)"])
        }
    }

    /// Has the log copied by a thread beside this one, and copies what has come meanwhile: with all of it in the file the
    /// log begins anew.
    private func copyLog() {
        let pages = connection.loggedPages
        if pages < copiedPages { copiedPages = 0 }
        guard let checkpointer, pages - copiedPages >= limits.loggedPages, !checkpointer.isBusy else { return }
        hasBeenCopied.toggle()
        guard !hasBeenCopied else { return checkpointer.start() }
        // What it has not taken is left to the next time.
        _ = try? connection.checkpoint()
        copiedPages = pages
    }

    /// Keeps the write-ahead log from growing without end: it can start anew only when no reader looks at it, and
    /// readers that overlap for ever never let it.
    func cutLog() {
        copyLog()
        groupCount += 1
        guard groupCount % 64 == 0, !(checkpointer?.isBusy ?? false), let size = database.logSize, size > limits.logSize
        else { return }
        readerGate.whileNobodyReads(waitingAtMost: .milliseconds(200)) {
            do {
                try connection.checkpoint(.truncate)
            } catch {
                // The next group tries again; nothing is lost by a long log.
                log.warning("store.log_grows", ["bytes": size, "reason": "\(error)"])
            }
        }
    }
}
