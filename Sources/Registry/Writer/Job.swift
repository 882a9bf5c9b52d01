import SQLite
import Telephony

/// Something for the writer's thread to do.
///
/// Records are large, so the queue holds references to them.
enum Job: Sendable {
    case event(EventJob)
    case answer(AnswerJob)
    /// An answer that memory knew to be a repeat: its completion comes after the first one's.
    case repeatedAnswer(reply: [UInt8], AnswerCompletion)
    indirect case push(PushResult)
    case work(Work)
    /// Runs between two transactions.
    case visit(Visit)
    /// Runs between two transactions, once all that was committed before it came is settled.
    case look(Visit)
}

/// An event in the form that the journal keeps: it is brought into that on the thread it comes from, so that the writer,
/// whom everybody waits for, only copies bytes and frees little that another thread has made.
final class EventJob: Sendable {
    let call: CallUUID?
    let conversation: ConversationID?
    let digest: [UInt8]
    let key: SeenEvents.Key
    /// Whether it says that the call is over.
    let endsCall: Bool
    let record: [UInt8]
    let queuedAt = ContinuousClock.now
    let completion: EventCompletion

    init(_ event: EventRecord, completion: @escaping EventCompletion) {
        call = event.facts.call
        conversation = event.facts.conversation
        digest = event.digest
        key = SeenEvents.Key(event)
        endsCall = event.endsCall
        // The facts of most events take less than their body.
        record = JournalWriter.record(room: 384 + event.body.count) { JournalRecord.encode(event, into: &$0) }
        self.completion = completion
    }
}

final class AnswerJob: Sendable {
    let answer: AnswerRecord
    /// The invites that wake a phone which no other answer of the call has woken in the last two minutes.
    let new: [PushID]
    let completion: AnswerCompletion

    init(_ answer: AnswerRecord, new: [PushID], completion: @escaping AnswerCompletion) {
        self.answer = answer
        self.new = new
        self.completion = completion
    }
}

package typealias EventCompletion = @Sendable (Result<EventOutcome, StoreError>) -> Void
package typealias AnswerCompletion = @Sendable (Result<AnswerOutcome, StoreError>) -> Void
typealias Visit = @Sendable (Connection) -> Void

/// A change that may fail by itself, with what follows.
final class Work: Sendable {
    /// Whether it looks at what webhooks have brought, which then has to be settled.
    let isOfCalls: Bool
    /// Makes the change. What it throws undoes it.
    let run: @Sendable (Transaction) throws -> Void
    /// Called once: with nil after the commit, or with what went wrong.
    let finish: @Sendable ((any Error)?) -> Void
    let queuedAt = ContinuousClock.now

    init(
        isOfCalls: Bool = true, run: @escaping @Sendable (Transaction) throws -> Void,
        finish: @escaping @Sendable ((any Error)?) -> Void
    ) {
        self.isOfCalls = isOfCalls
        self.run = run
        self.finish = finish
    }
}
