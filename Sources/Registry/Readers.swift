import Crypto
import SQLite
import Telephony

/// The threads that read, each with a connection of its own.
final class Readers: Sendable {
    /// Gets a view of the store, or why there is none.
    typealias Job = @Sendable (Result<ReadTransaction, StoreError>) -> Void

    private let mailbox = Mailbox<Job>()
    private let threads: [WorkerThread]

    init(count: Int, _ database: Database, gate: ReaderGate, clock: WallClock, box: SecretBox?) throws {
        let mailbox = mailbox
        threads = try (0..<count).map { _ in
            try WorkerThread {
                // Opened where it is used, and again after a failure.
                var connection: Connection?
                while let job = mailbox.takeOne() {
                    gate.read {
                        do {
                            let open = try connection ?? database.reader()
                            guard let open else { return job(.failure(.closed)) }
                            connection = open
                            try open.snapshot {
                                job(.success(ReadTransaction(connection: open, now: clock.now(), box: box)))
                            }
                        } catch {
                            connection = nil
                            let failure = (error as? SQLiteError).flatMap(StoreError.init(condition:))
                            job(.failure(failure ?? .broken("\(error)")))
                        }
                    }
                }
            }
        }
    }

    func run(_ job: @escaping Job) {
        if mailbox.put(job) == nil { job(.failure(.closed)) }
    }

    func close() {
        mailbox.close()
        for thread in threads { thread.join() }
    }
}
