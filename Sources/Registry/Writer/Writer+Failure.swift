import SQLite
import Telephony

extension Writer {
    /// Nothing of the group has been kept: events and changes are refused, answers and push results wait in memory.
    func fail(_ jobs: ArraySlice<Job>, _ error: any Error) {
        let failure =
            (error as? StoreError)
            ?? (error as? SQLiteError).flatMap(StoreError.init(condition:))
            ?? .broken("\(error)")
        switch failure {
        case .readOnly, .broken: mustReconnect = database.canReconnect
        default: break
        }
        // What the log holds can go to the database's file, and the log's own room be used again.
        if failure == .full { _ = try? connection.checkpoint() }
        var refused: [Job] = []
        for job in jobs {
            if failure == .locked, canWait(job) { held.append(job) } else { refused.append(job) }
        }
        for job in refused { keep(job) }
        // Whoever is told can see why.
        note(StoreHealth.Condition(failure) ?? .broken, detail: "\(failure)")
        for job in refused { tell(job, failure) }
    }

    /// Gives a job to the writer's thread. Returns false once the store is closed.
    ///
    /// A disk that hangs must not fill the memory: beyond the limit the oldest jobs are refused, and what they were to
    /// write is lost. Called on any thread.
    func submit(_ job: Job) -> Bool {
        guard let count = mailbox.put(job) else { return false }
        guard count > limits.queuedJobs else { return true }
        let oldest = mailbox.takeOldest(beyond: limits.queuedJobs)
        health.noteDropped(oldest.count(where: \.isToBeKept))
        for job in oldest { tell(job, .timeout) }
        return true
    }

    /// The store takes nothing any more.
    func refuseHeld() {
        for job in held { tell(job, .closed) }
        held = []
    }

    /// What can be written later stays in memory.
    private func keep(_ job: Job) {
        switch job {
        case .answer(let job): backlog.append(.answer(job.answer))
        case .push(let result): backlog.append(.push(result))
        case .event, .work, .repeatedAnswer, .visit, .look: break
        }
    }

    /// Tells the job that it is not recorded.
    private func tell(_ job: Job, _ failure: StoreError) {
        switch job {
        case .event(let job): job.completion(.failure(failure == .locked ? .timeout : failure))
        case .work(let work): work.finish(failure == .locked ? StoreError.timeout : failure)
        case .answer(let job): job.completion(.failure(failure))
        case .repeatedAnswer(let reply, let completion): completion(.success(.repeated(reply: reply)))
        case .look(let visit): visit(connection)
        case .push, .visit: break
        }
    }

    /// Another process has the database for now: an event waits for that, a caller on the telephone does not.
    private func canWait(_ job: Job) -> Bool {
        switch job {
        case .event(let job): .now - job.queuedAt < limits.commitTimeout
        case .work(let work): .now - work.queuedAt < limits.commitTimeout
        case .answer, .repeatedAnswer, .push, .visit, .look: false
        }
    }

    /// Notes how the store is and logs when that is new.
    func note(_ condition: StoreHealth.Condition, detail: String?) {
        isFailing = condition != .ok
        let isNew = health.note(
            condition, detail: detail, waiting: backlog.count, dropped: backlog.dropped, at: clock.now())
        guard isNew else { return }
        if condition == .ok {
            log.info("store.recovered", ["dropped": backlog.dropped])
        } else {
            log.error("store.failing", ["condition": condition.rawValue, "reason": detail ?? ""])
        }
    }

    /// A connection that has met a read-only or failing file may not see that it is well again; a new one does.
    func reconnect() throws {
        let fresh = try database.writer()
        fresh.setBusyTimeout(limits.lockWait)
        if checkpointer != nil { fresh.followLog() }
        connection = fresh
        (hasBeenCopied, copiedPages) = (false, 0)
        mustReconnect = false
    }
}

extension Job {
    /// Whether it waits in memory for a store that cannot be written.
    fileprivate var isToBeKept: Bool {
        switch self {
        case .answer, .push: true
        case .event, .work, .repeatedAnswer, .visit, .look: false
        }
    }
}
