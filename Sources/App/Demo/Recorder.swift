import Simulator
import Synchronization

/// Gathers what happens from all threads, and lets one thread wait for it.
final class Recorder: Sendable {
    private struct State {
        var moments: [Moment] = []
        var isStopped = false
        var listener: (@Sendable (Moment) -> Void)?
    }

    private let state = Mutex(State())
    private let bell = Mailbox<Void>()

    /// All there has been, in the order of their times.
    var moments: [Moment] { state.withLock { $0.moments }.sorted { $0.at < $1.at } }

    /// - Parameter at: when it happened, if that was not just now.
    func note(_ sight: Sight, at instant: ContinuousClock.Instant = .now) {
        let moment = Moment(at: instant, sight: sight)
        let listener = state.withLock { state in
            state.moments.append(moment)
            return state.listener
        }
        listener?(moment)
        bell.put(())
    }

    /// Has the moments to come told one by one, too.
    func tell(_ listener: @escaping @Sendable (Moment) -> Void) { state.withLock { $0.listener = listener } }

    /// Ends all waiting: nobody wants to see the rest.
    func stop() {
        state.withLock { $0.isStopped = true }
        bell.put(())
    }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Waits until there is a moment like that.
    ///
    /// - Returns: false when it has not come in time, or when nobody waits for it any more.
    func wait(within limit: Duration, for isWanted: (Sight) -> Bool) -> Bool {
        let deadline = ContinuousClock.now + limit
        while true {
            let (moments, isStopped) = state.withLock { ($0.moments, $0.isStopped) }
            if moments.contains(where: { isWanted($0.sight) }) { return true }
            if isStopped || bell.take(by: deadline) == nil { return false }
        }
    }

    /// Waits until somebody stops it.
    func waitForStop() {
        while !isStopped { _ = bell.take() }
    }
}
