/// A queue that many threads fill and one thread empties at a stroke.
///
/// Every use of the `var`s is inside the monitor, which makes the class safe to share.
final class Mailbox<Item: Sendable>: @unchecked Sendable {
    private let monitor = Monitor()
    private var waiting: [Item] = []
    private var sleeping = 0
    /// Of the sleeping, how many are being woken.
    private var waking = 0
    private var isClosed = false

    /// Puts an item at the end. Returns how many are in the box then; nil once it is closed.
    @discardableResult
    func put(_ item: Item) -> Int? {
        monitor.enter()
        guard !isClosed else {
            monitor.leave()
            return nil
        }
        waiting.append(item)
        let count = waiting.count
        // Only a sleeping thread needs a system call, so a busy one costs its callers none.
        let wake = sleeping > waking
        if wake { waking += 1 }
        monitor.leave()
        if wake { monitor.wakeOne() }
        return count
    }

    /// Moves all items to the empty `items`. Waits for the first one for `longest` at most; nil: as long as it takes.
    ///
    /// Returns false when the box is closed and empty.
    func takeAll(into items: inout [Item], waitingAtMost longest: Duration?) -> Bool {
        monitor.enter()
        defer { monitor.leave() }
        while waiting.isEmpty, !isClosed, sleep(longest) {}
        swap(&items, &waiting)
        return !items.isEmpty || !isClosed
    }

    /// Takes one item, waiting for it; nil when the box is closed and empty.
    func takeOne() -> Item? {
        monitor.enter()
        defer { monitor.leave() }
        while waiting.isEmpty, !isClosed, sleep(nil) {}
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }

    /// Takes the oldest items out, if there are more than `limit`: a tenth of that, so that it is not done for each one.
    func takeOldest(beyond limit: Int) -> [Item] {
        monitor.enter()
        defer { monitor.leave() }
        guard waiting.count > limit else { return [] }
        let count = max(1, limit / 10)
        let oldest = Array(waiting.prefix(count))
        waiting.removeFirst(count)
        return oldest
    }

    /// Takes no more items; those in it can be taken still.
    func close() {
        monitor.enter()
        isClosed = true
        monitor.leave()
        monitor.wakeAll()
    }

    /// Returns false when the time is over.
    private func sleep(_ longest: Duration?) -> Bool {
        sleeping += 1
        defer {
            sleeping -= 1
            waking = min(max(0, waking - 1), sleeping)
        }
        guard let longest else {
            monitor.wait()
            return true
        }
        return monitor.wait(atMost: longest)
    }
}
