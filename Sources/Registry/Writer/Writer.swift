import Crypto
import Directory
import Logging
import SQLite
import Synchronization
import Telephony

/// The one thread that writes: it commits in groups, so that everything queued while one sync ran shares the next.
///
/// All `var`s belong to that thread, and what other threads reach (`mailbox`, `health`, `hasUnsettled`) is safe by itself; that makes
/// the class safe to share.
final class Writer: @unchecked Sendable {
    let mailbox = Mailbox<Job>()
    let health: HealthRecord
    /// Whether the journal holds what the tables do not have yet.
    let hasUnsettled = Atomic(false)
    /// Names this run as the owner of the pushes it has put in the outbox.
    let owner = UUID128.random().description

    let database: Database
    let directory: Directory
    let clock: WallClock
    let box: SecretBox?
    let log: Logger
    let limits: StoreLimits
    let readerGate: ReaderGate
    /// Set before the mailbox is closed: nobody waits for the log to be copied at the end.
    let leavesLog = Atomic(false)

    var connection: Connection
    var calls = CallTable()
    var events = EventTable()
    var backlog: Backlog
    /// The row of the journal that is being put together.
    var row = JournalWriter()
    var unsettled = Unsettled()
    /// The last row of the journal that an earlier run has written, whose phones this one has not woken.
    var inherited: Int64 = 0
    /// Whether an answer among them was to wake phones.
    var hasInheritedInvites = false
    var seen = SeenEvents()
    var known = CallFilter()
    /// Why the last attempt to settle failed, and when the next one is due.
    var settleFailure: StoreError?
    var settlesAgainAt = ContinuousClock.now
    /// Changes and looks that wait until the journal is settled up to a row, and calls up to a row are found by their
    /// ids; that one is known once the journal is.
    var waiting: [(job: Job, row: Int64, call: Int64?)] = []
    var pace = Pace()
    /// Events and changes that wait for another process to let go.
    var held: [Job] = []
    /// The last row of `changes` that the Directory has followed.
    var lastChange: Int64
    var mustFollow = false
    var mustReconnect = false
    /// Whether settling has left the connection in a state in which a commit means nothing.
    var commitsDoNotWait = false
    var isFailing = false
    /// How many records are to be settled for what has come in since the last step.
    var debt = 0
    var groupCount = 0
    /// None when the database is in memory.
    let checkpointer: Checkpointer?
    /// Whether the checkpointer has been started for the pages that the log has now.
    var hasBeenCopied = false
    /// The pages of the log that were there at the last checkpoint of this thread.
    var copiedPages = 0

    init(
        _ database: Database, connection: Connection, lastChange: Int64, readerGate: ReaderGate, directory: Directory,
        clock: WallClock, box: SecretBox?, log: Logger, limits: StoreLimits
    ) throws {
        checkpointer = database.path == nil ? nil : try Checkpointer(database)
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
        if checkpointer != nil { connection.followLog() }
    }

    /// The thread's body: returns once the mailbox is closed and all is written, or cannot be.
    func run() {
        var batch: [Job] = []
        while mailbox.takeAll(into: &batch, waitingAtMost: longestWait) {
            work(on: batch)
            pace.note(batch.count, at: .now)
            settleIfDue(isIdle: batch.isEmpty && pace.jobs < limits.burst, after: batch.count)
            batch.removeAll(keepingCapacity: true)
        }
        let closed = ContinuousClock.now
        let signal = Mailbox<Job>()
        while !held.isEmpty || !backlog.isEmpty || !waiting.isEmpty || !isSettled,
            .now - closed < limits.closing
        {
            work(on: [])
            if !isPausing { settle(limits.groupSize, within: nil) }
            serveWaiting()
            // Nothing ever comes: this only waits before the next attempt.
            if isFailing { _ = signal.takeAll(into: &batch, waitingAtMost: limits.probeInterval) }
        }
        refuseHeld()
        if !backlog.isEmpty { log.error("store.lost", ["waiting": backlog.count]) }
        checkpointer?.close()
        // Leaves one file with everything in it. The log is as good, should that fail.
        if !leavesLog.load(ordering: .relaxed) { _ = try? connection.checkpoint(.truncate) }
    }

    /// A failing store is tried again without being asked.
    private var longestWait: Duration? {
        if !held.isEmpty || mustSettle { return .zero }
        if isFailing || !backlog.isEmpty || mustFollow || settleFailure != nil { return limits.probeInterval }
        return isSettled ? nil : limits.settleDelay
    }

    /// Whether to settle though there is other work: somebody waits for it, or the journal has grown long.
    private var mustSettle: Bool {
        (!waiting.isEmpty || unsettled.count > limits.unsettled) && !isPausing
    }

    /// Whether the last attempt to settle has failed just now.
    private var isPausing: Bool { settleFailure != nil && .now < settlesAgainAt }

    private func settleIfDue(isIdle: Bool, after jobs: Int) {
        guard isIdle || mustSettle else { return }
        // Under a load that goes on, a little more than has come in: long steps would be heard in every reply, and
        // short ones write the same pages again and again.
        debt += jobs + jobs / 4
        guard isIdle || !waiting.isEmpty || debt >= limits.settledAtOnce else { return serveWaiting() }
        var rest = max(limits.settledAtOnce, debt)
        debt = 0
        while rest > 0, !isSettled, !isPausing {
            settle(min(rest, limits.groupSize), within: limits.settleTime)
            rest -= limits.groupSize
        }
        serveWaiting()
    }

    /// Lets those go on for whom everything is settled; all of them when it cannot be.
    private func serveWaiting() {
        guard !waiting.isEmpty else { return }
        for index in waiting.indices where waiting[index].call == nil && waiting[index].row <= unsettled.settled {
            waiting[index].call = calls.last
        }
        let keyed = calls.keyed ?? -1
        let ready = waiting.prefix { settleFailure != nil || $0.call.map { $0 <= keyed } ?? false }.map(\.job)
        guard !ready.isEmpty else { return }
        waiting.removeFirst(ready.count)
        for case .look(let visit) in ready { visit(connection) }
        let works = ready.filter(\.isWork)
        if !works.isEmpty { commit(works[...]) }
    }

    private func work(on batch: [Job]) {
        var jobs = batch[...]
        if !held.isEmpty || batch.contains(where: \.isSpecial) {
            for case .visit(let visit) in batch { visit(connection) }
            jobs = (held + batch.filter { !$0.isSpecial })[...]
            held = []
        }
        if jobs.isEmpty, isFailing || !backlog.isEmpty || mustFollow { commit([]) }
        while !jobs.isEmpty {
            commit(jobs.prefix(limits.groupSize))
            jobs = jobs.dropFirst(limits.groupSize)
        }
        for job in batch where job.mustWait { waiting.append((job, unsettled.last, nil)) }
        serveWaiting()
    }
}

extension Job {
    fileprivate var isWork: Bool { if case .work = self { true } else { false } }

    /// Whether it waits until all is settled.
    fileprivate var mustWait: Bool {
        switch self {
        case .look: true
        case .work(let work): work.isOfCalls
        case .event, .answer, .repeatedAnswer, .push, .visit: false
        }
    }

    /// Whether it is not simply written with the group.
    fileprivate var isSpecial: Bool { if case .visit = self { true } else { mustWait } }
}
