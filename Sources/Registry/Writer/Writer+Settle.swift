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
        try connection.each("SELECT id, records FROM journal ORDER BY id") { row in
            let records = (JournalReader.records(of: row.blob(1)) ?? []).compactMap { reader in
                var reader = reader
                return JournalRecord(from: &reader)
            }
            for case .answer(let answer) in records {
                remember(answer)
                if !answer.invites.isEmpty { hasInheritedInvites = true }
            }
            for case let call? in records.lazy.map(\.call) { known.insert(call) }
            unsettled.found(records, row: row.integer(0))
        }
        inherited = unsettled.last
        hasUnsettled.store(!unsettled.isEmpty, ordering: .releasing)
    }

    /// Settles the oldest records: some more than `count`, or all there are.
    func settle(_ count: Int) {
        guard !unsettled.isEmpty else { return }
        health.began(at: clock.now())
        var settled: [CallUUID?] = []
        var lastRow = unsettled.settled
        let tx: Transaction
        do {
            if mustReconnect { try reconnect() }
            // A crash that undoes this leaves it in the journal, and the next group's commit waits for both.
            try connection.setCommitsWait(false)
            tx = Transaction(connection: connection, now: clock.now(), box: box)
            try connection.begin()
            while settled.count < count, lastRow < unsettled.last {
                lastRow = try settleRow(after: lastRow, into: &settled, tx)
            }
            try calls.flush(on: connection)
            try connection.run("DELETE FROM journal WHERE id <= ?", .integer(lastRow))
            try connection.commit()
        } catch {
            connection.rollBack()
            waitForCommitsAgain()
            calls.removeAll()
            health.ended()
            settlingFailed(error)
            return
        }
        waitForCommitsAgain()
        health.ended()
        settleFailure = nil
        unsettled.settled(settled, upTo: lastRow)
        hasUnsettled.store(!unsettled.isEmpty, ordering: .releasing)
        if tx.hasChanges { mustFollow = true }
        if mustFollow { follow() }
        cutLog()
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
        for var reader in readers {
            let bytes = reader
            guard let record = JournalRecord(from: &reader) else {
                try reject(bytes.rest, "not a record of the journal")
                continue
            }
            do {
                try write(record, owner: found.id > inherited ? owner : nil, tx)
            } catch {
                if isOfAll(error) { throw error }
                // It has been acknowledged, so it is kept, even where nobody finds it but us.
                try reject(bytes.rest, "\(error)")
            }
            settled.append(record.call)
        }
        return found.id
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
