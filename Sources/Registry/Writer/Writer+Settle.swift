import SQLite
import Telephony

/// Settling: what the journal holds goes into the tables, the oldest first, when the writer has nothing better to do or
/// somebody wants to look.
///
/// Nothing that is acknowledged depends on it, and it may stop anywhere: what a crash leaves in the journal is settled
/// by the next run.
extension Writer {
    /// Learns what an earlier run has left in the journal. Hands every answer to `remember`.
    func findUnsettled(_ remember: (AnswerRecord) -> Void) throws {
        try calls.prepare(on: connection)
        try connection.each("SELECT id, records FROM journal ORDER BY id") { row in
            unsettled.found(row: row.integer(0)) { unsettled in
                for reader in JournalReader.records(of: row.blob(1)) ?? [] { note(reader, in: &unsettled, remember) }
            }
        }
        inherited = unsettled.last
        hasUnsettled.store(!isSettled, ordering: .releasing)
    }

    private func note(_ reader: JournalReader, in unsettled: inout Unsettled, _ remember: (AnswerRecord) -> Void) {
        var (event, other) = (reader, reader)
        if let (call, endsCall) = JournalEvent.note(from: &event) {
            unsettled.willWrite(eventOf: call, endsCall: endsCall, isNew: call.map { known.add($0) } ?? false)
            return
        }
        switch JournalRecord(from: &other) {
        case .answer(let answer):
            unsettled.willWrite(answer, isNew: known.add(answer.call))
            remember(answer)
            if !answer.invites.isEmpty { hasInheritedInvites = true }
        case .push(let result): unsettled.willWrite(result)
        case .event, nil: break
        }
    }

    /// Whether everything committed is in the tables, and found there.
    var isSettled: Bool { unsettled.isEmpty && calls.isKeyed }

    /// Settles the oldest records: some more than `count`, or all there are, or as many as the time allows.
    ///
    /// - Parameter longest: how long others may have to wait for it; nil: as long as it takes.
    func settle(_ count: Int, within longest: Duration?) {
        guard !isSettled else { return }
        health.began(at: clock.now())
        let end = longest.map { ContinuousClock.now + $0 }
        var settled: [CallUUID?] = []
        var lastRow = unsettled.settled
        let tx: Transaction
        do {
            if mustReconnect { try reconnect() }
            // A crash that undoes this leaves it in the journal, and the next group's commit waits for both.
            try connection.setCommitsWait(false)
            tx = Transaction(connection: connection, now: clock.now(), box: box)
            try connection.begin()
            try calls.prepare(on: connection)
            while settled.count < count, lastRow < unsettled.last {
                lastRow = try settleRow(after: lastRow, into: &settled, tx)
                if let end, .now >= end { break }
            }
            try calls.flush(on: connection)
            try keyCalls(after: settled.count, isLast: lastRow == unsettled.last)
            if lastRow > unsettled.settled {
                try connection.run("DELETE FROM journal WHERE id <= ?", .integer(lastRow))
            }
            try connection.commit()
        } catch {
            connection.rollBack()
            waitForCommitsAgain()
            forgetTables()
            health.ended()
            settlingFailed(error)
            return
        }
        waitForCommitsAgain()
        health.ended()
        settleFailure = nil
        unsettled.settled(settled, upTo: lastRow)
        hasUnsettled.store(!isSettled, ordering: .releasing)
        if tx.hasChanges { mustFollow = true }
        if mustFollow { follow() }
        cutLog()
    }

    /// Puts ids of calls where they are looked for: at once when there is nothing else to settle or somebody wants to
    /// look, else many together, in portions that keep up with what is settled. A call has two of them.
    private func keyCalls(after count: Int, isLast: Bool) throws {
        if isLast || !waiting.isEmpty {
            try calls.key(limits.groupSize, on: connection)
        } else if calls.isKeying || calls.gathered >= limits.keyedAtOnce {
            try calls.key(3 * count, on: connection)
        }
    }

    /// After a roll-back: what is known of the tables may not be so.
    func forgetTables() {
        calls.removeAll()
        events.removeAll()
    }

    /// Nothing is acknowledged on a connection whose commits do not wait.
    private func waitForCommitsAgain() {
        do { try connection.setCommitsWait(true) } catch {
            log.error("store.not_waiting", ["reason": "\(error)"])
            commitsDoNotWait = true
        }
    }

    /// Returns the row's number.
    private func settleRow(after last: Int64, into settled: inout [CallUUID?], _ tx: Transaction) throws -> Int64 {
        let found = try connection.row(
            "SELECT id, records FROM journal WHERE id > ? ORDER BY id LIMIT 1", .integer(last)
        ) { (id: $0.integer(0), records: $0.blob(1)) }
        guard let found else { return unsettled.last }
        guard let readers = JournalReader.records(of: found.records) else {
            try reject(found.records, "not a row of the journal")
            return found.id
        }
        try found.records.withUnsafeBytes { row in
            for reader in readers {
                try settle(reader, in: row, owner: found.id > inherited ? owner : nil, into: &settled, tx)
            }
            try events.flush(row, on: connection)
        }
        return found.id
    }

    private func settle(
        _ reader: JournalReader, in row: UnsafeRawBufferPointer, owner: String?, into settled: inout [CallUUID?],
        _ tx: Transaction
    ) throws {
        var (event, other) = (reader, reader)
        do {
            if let event = JournalEvent(from: &event) {
                settled.append(event.facts.call)
                try write(event, in: row, tx)
            } else if let record = JournalRecord(from: &other) {
                settled.append(record.call)
                try write(record, owner: owner, tx)
            } else {
                try reject(reader.rest, "not a record of the journal")
            }
        } catch {
            if isOfAll(error) { throw error }
            // It has been acknowledged, so it is kept, even where nobody finds it but us.
            try reject(reader.rest, "\(error)")
        }
    }

    private func reject(_ record: [UInt8], _ reason: String) throws {
        log.error("store.record_rejected", ["reason": reason])
        try connection.run(
            "INSERT INTO journal_rejects (reason, record) VALUES (?, ?)", .text(reason), .blob(record))
    }

    /// Nothing is lost: the journal has it all.
    private func settlingFailed(_ error: any Error) {
        let failure =
            (error as? StoreError) ?? (error as? SQLiteError).flatMap(StoreError.init(condition:))
            ?? .broken("\(error)")
        switch failure {
        case .readOnly, .broken: mustReconnect = database.canReconnect
        case .full: _ = try? connection.checkpoint()
        default: break
        }
        settleFailure = failure
        settlesAgainAt = .now + limits.probeInterval
        if failure != .locked {
            note(StoreHealth.Condition(failure) ?? .broken, detail: "\(failure)")
        }
    }
}
