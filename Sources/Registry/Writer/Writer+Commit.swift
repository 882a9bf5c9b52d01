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
        var outcomes: [Outcome] = []
        outcomes.reserveCapacity(jobs.count)
        let tx: Transaction
        do {
            if mustReconnect { try reconnect() }
            tx = Transaction(connection: connection, now: clock.now(), box: box)
            try connection.begin()
            for item in waiting { try write(item, tx) }
            if jobs.isEmpty { try SettingStore(tx).set("probe", to: "\(tx.now.milliseconds)") }
            for job in jobs { outcomes.append(try run(job, tx)) }
            try calls.flush(on: connection)
            try connection.commit()
        } catch {
            connection.rollBack()
            calls.removeAll()
            health.ended()
            fail(jobs, error)
            return
        }
        if let took = health.ended() {
            log.warning("store.slow_commit", ["milliseconds": Int(took / .milliseconds(1)), "jobs": jobs.count])
        }
        backlog.removeFirst(waiting.count)
        if tx.hasChanges { mustFollow = true }
        if mustFollow { follow() }
        note(.ok, detail: nil)
        for (job, outcome) in zip(jobs, outcomes) { finish(job, outcome) }
        cutLog()
    }

    /// Throws only what makes the whole group fail.
    private func run(_ job: Job, _ tx: Transaction) throws -> Outcome {
        do {
            switch job {
            case .event(let job): return .event(try write(job.event, tx))
            case .answer(let job): return .answer(try write(job.answer, tx))
            case .push(let result): try PushStore(tx).record(result)
            case .work(let work):
                guard .now - work.queuedAt < limits.commitTimeout else { return .failed(StoreError.timeout) }
                // Work may look at calls.
                try calls.flush(on: connection)
                try connection.savepoint { try work.run(tx) }
            case .repeatedAnswer, .visit: break
            }
            return .done
        } catch {
            if isOfAll(error) { throw error }
            return .failed(error)
        }
    }

    private func write(_ item: Backlog.Item, _ tx: Transaction) throws {
        do {
            switch item {
            case .answer(let answer): _ = try write(answer, tx)
            case .push(let result): try PushStore(tx).record(result)
            }
        } catch {
            if isOfAll(error) { throw error }
            log.error("store.job_failed", ["reason": "\(error)"])
        }
    }

    private func write(_ event: EventRecord, _ tx: Transaction) throws -> EventOutcome {
        guard let call = event.facts.call else {
            let conversation = try event.facts.conversation.map { try calls.id(of: $0, on: connection) }
            return try insert(event, conversation: conversation) ? .recorded : .repeated
        }
        let (entry, isNew) = try calls.entry(
            of: call, heardBy: event.facts, application: event.application, on: connection)
        guard try insert(event, call: entry.id) else { return .repeated }
        // A new call has been added with these facts.
        if !isNew, calls.merge(event.facts, of: call, application: event.application, into: entry) {
            try PushStore(tx).dropAll(forCall: entry.id)
        }
        return .recorded
    }

    /// Returns false when it is there already.
    private func insert(_ event: EventRecord, call: Int64? = nil, conversation: Int64? = nil) throws -> Bool {
        try connection.run(
            """
            INSERT INTO events (call_id, conversation_id, application, source, status, happened_at, received_at,
                token_id, digest, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            .integer(call), .integer(conversation), .text(call == nil ? event.application?.description : nil),
            .text(event.source.rawValue), .text(event.facts.status?.rawValue),
            .integer(event.facts.timestamp?.milliseconds), .integer(event.facts.receivedAt.milliseconds),
            .text(event.tokenID), .blob(event.digest), .blob(event.body)) == 1
    }

    private func write(_ answer: AnswerRecord, _ tx: Transaction) throws -> AnswerOutcome {
        let (entry, isNew) = try calls.entry(
            of: answer.call, heardBy: answer.facts, application: answer.application, on: connection)
        let windowBegan = answer.receivedAt.advanced(by: .zero - AnswerRecord.repeatWindow)
        let kept = try connection.run(
            """
            INSERT INTO answers (call_id, kind, request, reply, token_id, received_at) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (call_id, kind) DO UPDATE SET request = excluded.request, reply = excluded.reply,
                token_id = excluded.token_id, received_at = excluded.received_at
            WHERE answers.received_at <= ?
            """,
            .integer(entry.id), .text(answer.kind.rawValue), .blob(answer.request), .blob(answer.reply),
            .text(answer.tokenID), .integer(answer.receivedAt.milliseconds), .integer(windowBegan.milliseconds))
        if kept == 0 {
            let reply = try connection.row(
                "SELECT reply FROM answers WHERE call_id = ? AND kind = ?", .integer(entry.id),
                .text(answer.kind.rawValue)
            ) { $0.blob(0) }
            return .repeated(reply: reply ?? answer.reply)
        }
        if !isNew { _ = calls.merge(answer.facts, of: answer.call, application: answer.application, into: entry) }
        // Events may have overtaken the answer; a call that is over rings nowhere.
        guard !entry.record.isFinal else { return .recorded(invites: []) }
        return .recorded(
            invites: try PushStore(tx).add(answer.invites, call: entry.id, owner: owner, at: answer.receivedAt))
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
        case .visit: break
        }
    }

    /// Whether the failure is of the store and not of one job.
    private func isOfAll(_ error: any Error) -> Bool {
        if !connection.isInTransaction { return true }
        return (error as? SQLiteError).flatMap(StoreError.init(condition:)) != nil
    }

    /// What a webhook is told of a failure that concerns it alone, which is a mistake of ours.
    private func ownFailure(_ error: any Error) -> StoreError {
        log.error("store.job_failed", ["reason": "\(error)"])
        return (error as? StoreError) ?? .broken("\(error)")
    }
}
