import SQLite
import Telephony

extension Writer {
    /// What a job of the group has come to, to be told once the group is committed.
    private enum Outcome {
        case event(EventOutcome)
        case answer(AnswerOutcome)
        case failed(any Error)
        case done
    }

    /// Writes what waits in memory and the jobs in one transaction, and tells each what became of it.
    ///
    /// Without jobs and anything waiting it writes a word of its own, to see whether the store can be written again.
    func commit(_ jobs: ArraySlice<Job>) {
        health.began(at: clock.now())
        let waiting = backlog.prefix(limits.groupSize)
        let lastRow = unsettled.last
        var outcomes: [Outcome] = []
        outcomes.reserveCapacity(jobs.count)
        let tx: Transaction
        do {
            if mustReconnect { try reconnect() }
            if commitsDoNotWait {
                try connection.setCommitsWait(true)
                commitsDoNotWait = false
            }
            tx = Transaction(connection: connection, now: clock.now(), box: box)
            try connection.begin()
            for item in waiting {
                switch item {
                case .answer(let answer): try journal(answer)
                case .push(let result): try journal(result)
                }
            }
            if jobs.isEmpty { try SettingStore(tx).set("probe", to: "\(tx.now.milliseconds)") }
            for job in jobs { outcomes.append(try run(job, tx)) }
            try calls.flush(on: connection)
            try writeRow()
            try connection.commit()
        } catch {
            connection.rollBack()
            forgetTables()
            seen.removeAll()
            row.removeAll()
            unsettled.rolledBack(to: lastRow)
            health.ended()
            fail(jobs, error)
            return
        }
        if let took = health.ended() {
            log.warning("store.slow_commit", ["milliseconds": Int(took / .milliseconds(1)), "jobs": jobs.count])
        }
        unsettled.committed()
        // Known to readers before anyone is told.
        hasUnsettled.store(!isSettled, ordering: .releasing)
        backlog.removeFirst(waiting.count)
        if tx.hasChanges { mustFollow = true }
        if mustFollow { follow() }
        note(settleFailure.flatMap { StoreHealth.Condition($0) } ?? .ok, detail: settleFailure.map { "\($0)" })
        for (job, outcome) in zip(jobs, outcomes) { finish(job, outcome) }
        cutLog()
    }

    /// Throws only what makes the whole group fail.
    private func run(_ job: Job, _ tx: Transaction) throws -> Outcome {
        do {
            switch job {
            case .event(let job): return .event(try take(job))
            case .answer(let job): return .answer(try take(job.answer, new: job.new, tx))
            case .push(let result): try journal(result)
            case .work(let work):
                guard .now - work.queuedAt < limits.commitTimeout else { return .failed(StoreError.timeout) }
                // Work may look at calls.
                try calls.flush(on: connection)
                try connection.savepoint { try work.run(tx) }
            case .repeatedAnswer, .visit, .look: break
            }
            return .done
        } catch {
            if isOfAll(error) { throw error }
            return .failed(error)
        }
    }

    private func take(_ event: EventJob) throws -> EventOutcome {
        guard seen.insert(event.key) else { return .repeated }
        if mayBeKnown(event), try isSettled(event) { return .repeated }
        try journal(event)
        return .recorded
    }

    private func mayBeKnown(_ event: EventJob) -> Bool { event.call.map { known.mayContain($0) } ?? true }

    /// - Parameter new: the invites that wake a phone which no other answer of the call has woken, as far as memory
    ///   goes back.
    private func take(_ answer: AnswerRecord, new: [PushID], _ tx: Transaction) throws -> AnswerOutcome {
        let waiting = unsettled[answer.call]
        if let earlier = waiting?.answers[answer.kind], earlier.receivedAt > answer.windowBegan,
            let reply = try reply(to: answer, inRow: earlier.row)
        {
            return .repeated(reply: reply)
        }
        guard try isSettled(answer.call) else {
            try journal(answer)
            return .recorded(invites: waiting?.isOver ?? false ? [] : new)
        }
        // Only the tables know what it was told before and whom that has woken.
        let outcome = try write(answer, owner: owner, tx)
        if waiting?.isOver ?? false, case .recorded = outcome { return .recorded(invites: []) }
        return outcome
    }

    /// What the call of `answer` was told, according to a row of the journal.
    private func reply(to answer: AnswerRecord, inRow row: Int64) throws -> [UInt8]? {
        let records = try connection.row("SELECT records FROM journal WHERE id = ?", .integer(row)) { $0.blob(0) }
        var reply: [UInt8]?
        for var reader in records.flatMap({ JournalReader.records(of: $0) }) ?? [] {
            if case .answer(let earlier) = JournalRecord(from: &reader), earlier.call == answer.call,
                earlier.kind == answer.kind
            {
                reply = earlier.reply
            }
        }
        return reply
    }

    /// Puts a record at the end of the journal.
    private func journal(_ event: EventJob) throws {
        row.add(event.record)
        unsettled.willWrite(
            eventOf: event.call, endsCall: event.endsCall, isNew: event.call.map { known.add($0) } ?? false)
        try writeRowIfFull()
    }

    private func journal(_ answer: AnswerRecord) throws {
        row.add { JournalRecord.encode(answer, into: &$0) }
        unsettled.willWrite(answer, isNew: known.add(answer.call))
        try writeRowIfFull()
    }

    private func journal(_ result: PushResult) throws {
        row.add { JournalRecord.encode(result, into: &$0) }
        unsettled.willWrite(result)
        try writeRowIfFull()
    }

    private func writeRowIfFull() throws {
        if row.count >= limits.settledAtOnce || row.row.count > 1 << 20 { try writeRow() }
    }

    private func writeRow() throws {
        guard row.count > 0 else { return }
        try connection.run(
            "INSERT INTO journal (id, records) VALUES (?, ?)", .integer(unsettled.next), .blob(row.row))
        unsettled.rowWritten()
        row.removeAll()
    }

    private func finish(_ job: Job, _ outcome: Outcome) {
        switch job {
        case .event(let job):
            if case .event(let outcome) = outcome { job.completion(.success(outcome)) }
            if case .failed(let error) = outcome { job.completion(.failure(ownFailure(error))) }
        case .answer(let job):
            if case .answer(let outcome) = outcome { job.completion(.success(outcome)) }
            if case .failed(let error) = outcome { job.completion(.failure(ownFailure(error))) }
        case .repeatedAnswer(let reply, let completion): completion(.success(.repeated(reply: reply)))
        case .work(let work):
            if case .failed(let error) = outcome { work.finish(error) } else { work.finish(nil) }
        case .push:
            if case .failed(let error) = outcome { _ = ownFailure(error) }
        case .visit, .look: break
        }
    }

    /// Whether the failure is of the store and not of one job.
    func isOfAll(_ error: any Error) -> Bool {
        if !connection.isInTransaction { return true }
        return (error as? SQLiteError).flatMap(StoreError.init(condition:)) != nil
    }

    /// What a webhook is told of a failure that concerns it alone, which is a mistake of ours.
    private func ownFailure(_ error: any Error) -> StoreError {
        log.error("store.job_failed", ["reason": "\(error)"])
        return (error as? StoreError) ?? .broken("\(error)")
    }
}
