import Synchronization

/// What the surfaces count, for the metrics.
final class APICounters: Sendable {
    /// One number that only rises.
    struct Counter: ~Copyable {
        private let value = Atomic<Int>(0)

        borrowing func add(_ count: Int = 1) { value.wrappingAdd(count, ordering: .relaxed) }
        var count: Int { value.load(ordering: .relaxed) }
    }

    /// Answer and fallback webhooks that got an NCCO.
    let answers = Counter()
    /// Of them, those that had been answered before.
    let answersRepeated = Counter()
    /// Of them, those that did not wait for their commit any longer.
    let answersLate = Counter()
    /// Of them, those that heard the fallback flow.
    let answersFallback = Counter()
    /// Phones that were to be woken.
    let invites = Counter()
    /// Events that are on the disk.
    let eventsRecorded = Counter()
    /// Events that were there already.
    let eventsRepeated = Counter()
    /// Events that could not be recorded and were refused.
    let eventsFailed = Counter()
    /// Bodies at an event URL that are no JSON object.
    let eventsUnreadable = Counter()
    /// Webhooks that were not the platform's.
    let webhooksRefused = Counter()
}
