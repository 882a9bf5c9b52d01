import Crypto
import Directory
import Logging
import SQLite
import Synchronization
import Telephony

/// The store: everything Hookline keeps, in one SQLite database, and the Directory that follows it.
///
/// One thread writes and commits in groups, two others read. All methods may be called from any thread, and none but
/// `close` waits for a disk; whoever has a deadline keeps it himself, because a disk that hangs tells nobody.
package final class Registry: Sendable {
    package enum Location: Equatable, Sendable {
        /// A data folder, made when there is none.
        case folder(String)
        /// Nothing is kept.
        case memory
    }

    /// What a call asks for, in memory. A change is in it before its `write` returns.
    package let directory: Directory
    /// Names this run as the owner of claimed pushes, see `PushStore.claim`.
    package var owner: String { writer.owner }

    /// Whether the last run has left answers in the journal that were to wake phones.
    package let hasInheritedInvites: Bool

    private let writer: Writer
    private let writerThread: WorkerThread
    /// None when the database is in memory.
    private let readers: Readers?
    private let answers: RecentAnswers
    private let folder: DataFolder?
    private let clock: WallClock
    private let box: SecretBox?
    private let isClosed = Mutex(false)

    private init(
        directory: Directory, writer: Writer, readers: Readers?, answers: RecentAnswers, folder: DataFolder?,
        clock: WallClock, box: SecretBox?
    ) throws {
        self.directory = directory
        self.writer = writer
        self.readers = readers
        self.answers = answers
        self.folder = folder
        self.clock = clock
        self.box = box
        hasInheritedInvites = writer.hasInheritedInvites
        writerThread = try WorkerThread { writer.run() }
    }

    /// Opens the store, brings its schema up to date, and fills the Directory.
    ///
    /// Without `box` secrets cannot be read (`StoreError.secretUnavailable`); all else works. Throws `folderInUse`,
    /// `folderNotWritable`, `newerDatabase`, or what the disk says.
    ///
    /// - Parameter preload: what has been read of the folder already.
    package static func open(
        _ location: Location, clock: WallClock = .system, box: SecretBox?, log: Logger,
        limits: StoreLimits = .standard, preload: Preload? = nil
    ) throws -> Registry {
        var folder: DataFolder?
        var database = Database(path: nil)
        if case .folder(let path) = location {
            let taken = try DataFolder(path: path)
            folder = taken
            database = Database(path: try taken.databaseFile())
        }
        do {
            return try open(database, folder, clock: clock, box: box, log: log, limits: limits, preload: preload)
        } catch let error as SQLiteError {
            guard let failure = StoreError(condition: error) else { throw error }
            if failure == .readOnly, let folder {
                throw StoreError.folderNotWritable(path: folder.path, reason: error.message)
            }
            throw failure
        }
    }

    private static func open(
        _ database: Database, _ folder: DataFolder?, clock: WallClock, box: SecretBox?, log: Logger,
        limits: StoreLimits, preload: Preload?
    ) throws -> Registry {
        let connection = try database.writer()
        try Schema.migrate(connection)

        let tx = Transaction(connection: connection, now: clock.now(), box: box)
        var directory = Directory()
        let answers = RecentAnswers()
        let reader = DirectoryReader(tx: tx)
        try connection.transaction {
            // This process is alone with the folder, so whoever claimed a push is gone.
            try PushStore(tx).releaseClaims()
            try reader.forgetOldChanges()
        }
        var known = CallFilter()
        if let preload, try preload.catchUp(reader) {
            directory = preload.directory
            known = try preload.knownCalls(connection)
        } else {
            try DirectoryLoader(directory: directory, reader: reader, database: database).load {
                known = try CallFilter(reading: connection)
            }
        }
        let windowBegan = tx.now.advanced(by: .zero - AnswerRecord.repeatWindow)
        for answer in try AnswerStore(tx).recent(since: windowBegan, limit: 100_000) { answers.keep(answer) }

        let gate = ReaderGate()
        let writer = try Writer(
            database, connection: connection, lastChange: try reader.lastChange(), readerGate: gate,
            directory: directory, clock: clock, box: box, log: log, limits: limits)
        writer.known = known
        try writer.findUnsettled { if $0.receivedAt > windowBegan { _ = answers.keep($0) } }
        let readers =
            database.path == nil ? nil : try Readers(count: 2, database, gate: gate, clock: clock, box: box)
        return try Registry(
            directory: directory, writer: writer, readers: readers, answers: answers, folder: folder, clock: clock,
            box: box)
    }

    deinit { close() }

    /// Commits what is queued, as far as the disk allows, and lets go of the folder. Waits for that.
    ///
    /// - Parameter hasSuccessor: another process waits for the folder; the log is left to it.
    package func close(hasSuccessor: Bool = false) {
        let wasClosed = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return isClosed
        }
        guard !wasClosed else { return }
        readers?.close()
        if hasSuccessor { writer.leavesLog.store(true, ordering: .relaxed) }
        writer.mailbox.close()
        writerThread.join()
        folder?.release()
    }

    /// How the store is. It recovers by itself.
    package var health: StoreHealth { writer.health.health }
}

extension Registry {
    /// Runs `body` on one unchanging view of the store, which has everything committed so far. It should be short: while
    /// it lasts, the log cannot be cut.
    ///
    /// - Parameter ofCalls: whether it looks at what webhooks have brought. If not, it need not wait until that is
    ///   settled.
    package func read<T: Sendable>(ofCalls: Bool = true, _ body: @escaping @Sendable (ReadTransaction) throws -> T)
        async throws -> T
    {
        try await withCheckedThrowingContinuation { continuation in
            let job: Readers.Job = { view in
                continuation.resume(with: Result { try body(view.get()) }.mapError(Self.meaning))
            }
            // Without readers the writer lends its connection; else it is asked only when something is unsettled.
            if let readers, !ofCalls || !writer.hasUnsettled.load(ordering: .acquiring) {
                readers.run(job)
                return
            }
            let (readers, clock, box) = (readers, clock, box)
            let isQueued = writer.submit(
                .look { connection in
                    if let readers {
                        readers.run(job)
                    } else {
                        job(.success(ReadTransaction(connection: connection, now: clock.now(), box: box)))
                    }
                })
            if !isQueued { job(.failure(.closed)) }
        }
    }

    /// Runs `body` in a transaction and returns once it is committed and in the Directory.
    ///
    /// What `body` throws undoes it and is thrown here. `StoreError.timeout` and the other failures of writing mean that
    /// nothing has been done.
    ///
    /// - Parameter ofCalls: whether it looks at what webhooks have brought. If not, it need not wait until that is
    ///   settled.
    package func write<T: Sendable>(ofCalls: Bool = true, _ body: @escaping @Sendable (Transaction) throws -> T)
        async throws -> T
    {
        try await withCheckedThrowingContinuation { continuation in
            let result = Slot<T>()
            let work = Work(
                isOfCalls: ofCalls,
                run: { tx in
                    let value = try body(tx)
                    result.value.withLock { $0 = value }
                },
                finish: { error in
                    if let value = result.value.withLock({ $0 }), error == nil {
                        continuation.resume(returning: value)
                    } else {
                        continuation.resume(throwing: error.map(Self.meaning) ?? StoreError.closed)
                    }
                })
            if !writer.submit(.work(work)) { work.finish(StoreError.closed) }
        }
    }

    /// Records an answer. Never waits; the completion comes on the writer's thread after the commit, or with the reason
    /// why there is none yet: the answer then waits in memory and is written when the store recovers.
    ///
    /// Returns the invites that wake a phone no other answer to this call has woken in the last two minutes, for a
    /// caller that cannot wait for the completion.
    @discardableResult
    package func record(_ answer: AnswerRecord, completion: @escaping AnswerCompletion) -> [PushID] {
        let (repeats, new) = answers.keep(answer)
        let job: Job =
            repeats.map { .repeatedAnswer(reply: $0, completion) }
            ?? .answer(AnswerJob(answer, new: new, completion: completion))
        if !writer.submit(job) { completion(.failure(.closed)) }
        return new
    }

    /// Records an event. Never waits; the completion comes on the writer's thread, and `success` means that the event is
    /// on the disk. An event that fails may be sent again: recorded twice it is recorded once.
    package func record(_ event: EventRecord, completion: @escaping EventCompletion) {
        if !writer.submit(.event(EventJob(event, completion: completion))) { completion(.failure(.closed)) }
    }

    /// Records what came of a push. Never waits; while the store cannot be written it is kept in memory.
    package func record(_ result: PushResult) {
        _ = writer.submit(.push(result))
    }

    /// The reply that an answer webhook got, if it came less than 120 s before `now`. Knows answers that are not
    /// committed yet.
    package func storedAnswer(call: CallUUID, kind: AnswerKind, now: Timestamp) -> [UInt8]? {
        answers.reply(to: RecentAnswers.Key(call: call, kind: kind), at: now)
    }

    /// Runs `body` with the writer's connection, between two transactions. For tests that break things.
    func visit(_ body: @escaping @Sendable (Connection) -> Void) { _ = writer.submit(.visit(body)) }

    /// A failure of SQLite that means something for the store as a whole, in the store's words.
    private static func meaning(of error: any Error) -> any Error {
        (error as? SQLiteError).flatMap(StoreError.init(condition:)) ?? error
    }
}

/// A place for the result of a closure that runs on another thread.
private final class Slot<T: Sendable>: Sendable {
    let value = Mutex<T?>(nil)
}
