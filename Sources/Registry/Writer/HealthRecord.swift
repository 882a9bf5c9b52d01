import Synchronization
import Telephony

/// The store's health, written by the writer's thread and read by any.
final class HealthRecord: Sendable {
    private struct State: Sendable {
        var condition = StoreHealth.Condition.ok
        var since: Timestamp
        var detail: String?
        var waiting = 0
        /// Of those in the backlog, and of those that never got there.
        var dropped = 0
        var droppedBefore = 0
        /// When the transaction that runs now began.
        var commitBegan: (instant: ContinuousClock.Instant, time: Timestamp)?
    }

    private let slowCommit: Duration
    private let state: Mutex<State>

    init(at time: Timestamp, slowCommit: Duration) {
        self.slowCommit = slowCommit
        state = Mutex(State(since: time))
    }

    /// A commit that hangs cannot report itself, so it is looked at from here.
    var health: StoreHealth {
        let state = state.withLock { $0 }
        var health = StoreHealth(
            condition: state.condition, since: state.since, detail: state.detail, waiting: state.waiting,
            dropped: state.dropped + state.droppedBefore)
        if state.condition == .ok, let began = state.commitBegan, .now - began.instant > slowCommit {
            health.condition = .slow
            health.since = began.time
        }
        return health
    }

    func began(at time: Timestamp) { state.withLock { $0.commitBegan = (.now, time) } }

    /// Jobs were lost because the writer's thread took none for too long.
    func noteDropped(_ count: Int) { state.withLock { $0.droppedBefore += count } }

    /// Returns how long the transaction took if that is longer than it may.
    @discardableResult
    func ended() -> Duration? {
        state.withLock { state in
            defer { state.commitBegan = nil }
            guard let began = state.commitBegan else { return nil }
            let took = ContinuousClock.now - began.instant
            return took > slowCommit ? took : nil
        }
    }

    /// Notes how the last transaction went. Returns whether the condition is another one now.
    func note(_ condition: StoreHealth.Condition, detail: String?, waiting: Int, dropped: Int, at time: Timestamp)
        -> Bool
    {
        state.withLock { state in
            let isNew = state.condition != condition
            if isNew {
                state.condition = condition
                state.since = time
            }
            state.detail = detail
            state.waiting = waiting
            state.dropped = dropped
            return isNew
        }
    }
}

extension StoreHealth.Condition {
    /// The condition of a store that fails in this way; nil for a failure of one job alone.
    init?(_ error: StoreError) {
        switch error {
        case .full: self = .full
        case .readOnly: self = .readOnly
        case .locked: self = .locked
        case .broken: self = .broken
        default: return nil
        }
    }
}
