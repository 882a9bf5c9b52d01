import Crypto
import Directory
import Logging
import SQLite
import Telephony

/// The one thread that writes: it commits in groups, so that everything queued while one sync ran shares the next.
///
/// All `var`s belong to that thread, and what other threads reach (`mailbox`, `health`) is safe by itself; that makes
/// the class safe to share.
final class Writer: @unchecked Sendable {
    let mailbox = Mailbox<Job>()
    let health: HealthRecord
    /// Names this run as the owner of the pushes it has put in the outbox.
    let owner = UUID128.random().description

    let database: Database
    let directory: Directory
    let clock: WallClock
    let box: SecretBox?
    let log: Logger
    let limits: StoreLimits
    let readerGate: ReaderGate

    var connection: Connection
    var calls = CallTable()
    var backlog: Backlog
    /// Events and changes that wait for another process to let go.
    var held: [Job] = []
    /// The last row of `changes` that the Directory has followed.
    var lastChange: Int64
    var mustFollow = false
    var mustReconnect = false
    var isFailing = false
    var groupCount = 0

    init(
        _ database: Database, connection: Connection, lastChange: Int64, readerGate: ReaderGate, directory: Directory,
        clock: WallClock, box: SecretBox?, log: Logger, limits: StoreLimits
    ) {
        self.database = database
        self.connection = connection
        self.lastChange = lastChange
        self.readerGate = readerGate
        self.directory = directory
        self.clock = clock
        self.box = box
        self.log = log
        self.limits = limits
        backlog = Backlog(callLimit: limits.waitingCalls)
        health = HealthRecord(at: clock.now(), slowCommit: limits.slowCommit)
        connection.setBusyTimeout(limits.lockWait)
    }

    /// The thread's body: returns once the mailbox is closed and all is written, or cannot be.
    func run() {
        var batch: [Job] = []
        while mailbox.takeAll(into: &batch, waitingAtMost: longestWait) {
            work(on: batch)
            batch.removeAll(keepingCapacity: true)
        }
        let closed = ContinuousClock.now
        let signal = Mailbox<Job>()
        while !held.isEmpty || !backlog.isEmpty, .now - closed < limits.closing {
            work(on: [])
            // Nothing ever comes: this only waits before the next attempt.
            if isFailing { _ = signal.takeAll(into: &batch, waitingAtMost: limits.probeInterval) }
        }
        refuseHeld()
        if !backlog.isEmpty { log.error("store.lost", ["waiting": backlog.count]) }
        // Leaves one file with everything in it. The log is as good, should that fail.
        _ = try? connection.checkpoint(.truncate)
    }

    /// A failing store is tried again without being asked.
    private var longestWait: Duration? {
        if !held.isEmpty { return .zero }
        return isFailing || !backlog.isEmpty || mustFollow ? limits.probeInterval : nil
    }

    private func work(on batch: [Job]) {
        var jobs = batch[...]
        if !held.isEmpty || batch.contains(where: \.isVisit) {
            for case .visit(let visit) in batch { visit(connection) }
            jobs = (held + batch.filter { !$0.isVisit })[...]
            held = []
        }
        if jobs.isEmpty {
            if isFailing || !backlog.isEmpty || mustFollow { commit([]) }
            return
        }
        while !jobs.isEmpty {
            commit(jobs.prefix(limits.groupSize))
            jobs = jobs.dropFirst(limits.groupSize)
        }
    }
}

extension Job {
    fileprivate var isVisit: Bool { if case .visit = self { true } else { false } }
}
