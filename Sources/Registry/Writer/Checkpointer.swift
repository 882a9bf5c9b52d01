import SQLite
import Synchronization

/// Copies the log to the database's file beside the writer, so that no commit waits for the bulk of it.
///
/// Alone it would let the log grow without end: under a steady load there is always a page that has just been added. So
/// the writer copies those few itself when the thread has finished, and the log begins anew.
final class Checkpointer: Sendable {
    private final class Work: Sendable {
        let mailbox = Mailbox<Void>()
        let isBusy = Atomic(false)
    }

    private let work = Work()
    private let thread: WorkerThread

    init(_ database: Database) throws(StoreError) {
        let work = work
        thread = try WorkerThread {
            // Opened when it is needed first, and again after a failure: the writer sees what is wrong with the disk.
            var connection: Connection?
            while work.mailbox.takeOne() != nil {
                do {
                    let open = try connection ?? database.writer()
                    connection = open
                    try open.checkpoint(.passive)
                } catch {
                    connection = nil
                }
                work.isBusy.store(false, ordering: .releasing)
            }
        }
    }

    deinit { close() }

    var isBusy: Bool { work.isBusy.load(ordering: .acquiring) }

    /// Begins to copy what is in the log by now.
    func start() {
        work.isBusy.store(true, ordering: .releasing)
        if work.mailbox.put(()) == nil { work.isBusy.store(false, ordering: .releasing) }
    }

    /// Waits until it has finished.
    func close() {
        work.mailbox.close()
        thread.join()
    }
}
