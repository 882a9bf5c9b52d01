import Logging
import Registry
import Synchronization
import Telephony

/// Tells the operator of what is to be mended: once in the log, and in the list of problems.
///
/// The same problem is written again after ten seconds at the earliest, so that whoever causes it, be it an attacker,
/// does not keep the store busy.
package final class ProblemLog: Sendable {
    private struct Key: Hashable {
        let code: String
        let subject: String
    }

    private static let interval: Duration = .seconds(10)
    private static let capacity = 1000

    private let registry: Registry
    private let clock: WallClock
    private let log: Logger
    private let isKept: Bool
    private let notedAt = Mutex<[Key: Timestamp]>([:])

    init(registry: Registry, clock: WallClock, log: Logger, isKept: Bool) {
        self.registry = registry
        self.clock = clock
        self.log = log
        self.isKept = isKept
    }

    /// Notes a problem. Returns at once, on any thread.
    package func note(_ problem: StoredProblem) {
        guard isDue(Key(code: problem.code, subject: problem.subject)) else { return }
        Task { await write(problem) }
    }

    /// Notes a problem and returns once it is in the list, or cannot be.
    package func keep(_ problem: StoredProblem) async {
        guard isDue(Key(code: problem.code, subject: problem.subject)) else { return }
        await write(problem)
    }

    private func write(_ problem: StoredProblem) async {
        // What it is about may be a caller's number, whole; that stands in the list, not in the log.
        log.warning("problem.noted", ["code": problem.code, "call": problem.call?.text ?? ""])
        guard isKept else { return }
        do {
            try await registry.write(ofCalls: false) { try ProblemStore($0).note(problem) }
        } catch {
            log.error("problem.not_kept", ["code": problem.code, "error": "\(error)"])
        }
    }

    private func isDue(_ key: Key) -> Bool {
        let now = clock.now()
        return notedAt.withLock { notedAt in
            if let last = notedAt[key], last.advanced(by: Self.interval) > now { return false }
            if notedAt.count >= Self.capacity {
                notedAt = notedAt.filter { $0.value.advanced(by: Self.interval) > now }
                // More different problems at once than anybody reads.
                guard notedAt.count < Self.capacity else { return false }
            }
            notedAt[key] = now
            return true
        }
    }
}
