import EventLoop
import Synchronization

/// A value that is made on a thread of its own in the meantime.
final class Eventual<Value: Sendable>: Sendable {
    private final class Slot: Sendable {
        let value = Mutex<Value?>(nil)
    }

    private let slot = Slot()
    private let thread: Thread

    init(_ make: @escaping @Sendable () -> Value) throws(SystemError) {
        let slot = slot
        thread = try Thread(name: "eventual") {
            let value = make()
            slot.value.withLock { $0 = value }
        }
    }

    /// The value; waits for it. Must be asked for before the process ends, because what is half made then may be torn
    /// down under the maker's hands.
    var value: Value {
        thread.join()
        // The thread puts it there before it ends.
        guard let value = slot.value.withLock({ $0 }) else { preconditionFailure("the thread ended without a value") }
        return value
    }
}
