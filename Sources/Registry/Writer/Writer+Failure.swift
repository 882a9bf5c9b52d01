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
        for job in jobs {
            if failure == .locked, !isTooOld(job) { hold(job) } else { refuse(job, failure) }
        }
        note(StoreHealth.Condition(failure) ?? .broken, detail: "\(failure)")
    }

    /// Tells the job that it is not recorded; what can wait in memory does.
    func refuse(_ job: Job, _ failure: StoreError) {
        switch job {
        case .event(let job): job.completion(.failure(failure == .locked ? .timeout : failure))
        case .work(let work): work.finish(failure == .locked ? StoreError.timeout : failure)
        case .answer(let job):
            backlog.append(.answer(job.answer))
            job.completion(.failure(failure))
        case .repeatedAnswer(let reply, let completion): completion(.success(.repeated(reply: reply)))
        case .push(let result): backlog.append(.push(result))
        case .visit: break
        }
    }

    /// Another process has the database for now. A caller on the telephone does not wait for that, an event does.
    private func hold(_ job: Job) {
        switch job {
        case .event, .work: held.append(job)
        case .answer, .repeatedAnswer, .push, .visit: refuse(job, .locked)
        }
    }

    private func isTooOld(_ job: Job) -> Bool {
        switch job {
        case .event(let job): .now - job.queuedAt >= limits.commitTimeout
        case .work(let work): .now - work.queuedAt >= limits.commitTimeout
        case .answer, .repeatedAnswer, .push, .visit: false
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
        connection = fresh
        mustReconnect = false
    }
}
