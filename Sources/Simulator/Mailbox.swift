import Dispatch
import Synchronization

/// A queue between threads: any thread puts in, one thread takes out and waits when there is nothing.
package final class Mailbox<Item: Sendable>: Sendable {
    private let items = Mutex<[Item]>([])
    private let count = DispatchSemaphore(value: 0)

    package init() {}

    package func put(_ item: Item) {
        items.withLock { $0.append(item) }
        count.signal()
    }

    /// The oldest item; nil when none has come by the deadline. Blocks the thread.
    package func take(by deadline: ContinuousClock.Instant? = nil) -> Item? {
        if let deadline {
            guard count.wait(timeout: .now() + .nanoseconds(nanoseconds(until: deadline))) == .success else {
                return nil
            }
        } else {
            count.wait()
        }
        return items.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }

    private func nanoseconds(until deadline: ContinuousClock.Instant) -> Int {
        let (seconds, attoseconds) = max(.zero, deadline - .now).components
        // A day is as good as for ever, and cannot overflow.
        return Int(min(seconds, 86_400)) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    }
}
