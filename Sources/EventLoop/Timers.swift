/// Names one scheduled timer of a loop. It goes on being valid, and does nothing, after the timer has fired.
package struct TimerID: Hashable, Sendable {
    fileprivate let slot: Int32
    fileprivate let generation: UInt32
}

/// Timers by deadline: a binary heap whose entries know their place, so that cancelling one removes it.
struct Timers {
    private struct Node {
        var deadline: Moment
        var slot: Int32
    }

    private struct Slot {
        var generation: UInt32 = 0
        var position = 0
        var body: (() -> Void)?
    }

    private var heap: [Node] = []
    private var slots: [Slot] = []
    private var free: [Int32] = []

    var nextDeadline: Moment? { heap.first?.deadline }
    var count: Int { heap.count }

    mutating func schedule(at deadline: Moment, _ body: @escaping () -> Void) -> TimerID {
        let slot: Int32
        if let reused = free.popLast() {
            slot = reused
        } else {
            slot = Int32(slots.count)
            slots.append(Slot())
        }
        slots[Int(slot)].body = body
        heap.append(Node(deadline: deadline, slot: slot))
        moveUp(heap.count - 1)
        return TimerID(slot: slot, generation: slots[Int(slot)].generation)
    }

    mutating func cancel(_ id: TimerID) {
        let slot = Int(id.slot)
        guard slots.indices.contains(slot), slots[slot].generation == id.generation, slots[slot].body != nil
        else { return }
        remove(at: slots[slot].position)
        release(slot)
    }

    /// Takes the earliest timer that is due, or nil when none is.
    mutating func popDue(at now: Moment) -> (() -> Void)? {
        guard let first = heap.first, first.deadline <= now else { return nil }
        let body = slots[Int(first.slot)].body
        remove(at: 0)
        release(Int(first.slot))
        return body
    }

    private mutating func release(_ slot: Int) {
        slots[slot].body = nil
        slots[slot].generation &+= 1
        free.append(Int32(slot))
    }

    private mutating func remove(at position: Int) {
        let last = heap.removeLast()
        guard position < heap.count else { return }
        heap[position] = last
        slots[Int(last.slot)].position = position
        moveDown(position)
        moveUp(slots[Int(last.slot)].position)
    }

    private mutating func moveUp(_ start: Int) {
        let node = heap[start]
        var position = start
        while position > 0 {
            let parent = (position - 1) / 2
            guard node.deadline < heap[parent].deadline else { break }
            place(heap[parent], at: position)
            position = parent
        }
        place(node, at: position)
    }

    private mutating func moveDown(_ start: Int) {
        let node = heap[start]
        var position = start
        while true {
            var child = 2 * position + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1].deadline < heap[child].deadline { child += 1 }
            guard heap[child].deadline < node.deadline else { break }
            place(heap[child], at: position)
            position = child
        }
        place(node, at: position)
    }

    private mutating func place(_ node: Node, at position: Int) {
        heap[position] = node
        slots[Int(node.slot)].position = position
    }
}
