import SQLite
import Telephony

/// Something for the writer's thread to do.
enum Job: Sendable {
    case event(EventRecord, queuedAt: ContinuousClock.Instant, EventCompletion)
    case answer(AnswerRecord, AnswerCompletion)
    /// An answer that memory knew to be a repeat: its completion comes after the first one's.
    case repeatedAnswer(reply: [UInt8], AnswerCompletion)
    case push(PushResult)
    case work(Work, queuedAt: ContinuousClock.Instant)
    /// Runs between two transactions.
    case visit(Visit)
}

package typealias EventCompletion = @Sendable (Result<EventOutcome, StoreError>) -> Void
package typealias AnswerCompletion = @Sendable (Result<AnswerOutcome, StoreError>) -> Void
typealias Visit = @Sendable (Connection) -> Void

/// A change that may fail by itself, with what follows.
struct Work: Sendable {
    /// Makes the change. What it throws undoes it.
    let run: @Sendable (Transaction) throws -> Void
    /// Called once: with nil after the commit, or with what went wrong.
    let finish: @Sendable ((any Error)?) -> Void
}
