import Telephony

/// Numbers by the time they were linked, of which the first is known at once and any can go: a heap in which what has
/// gone stays until it comes to the top. A change costs the logarithm of their number.
struct OldestNumbers {
    private struct Item {
        var linkedAt: Int64
        var number: E164

        func isBefore(_ other: Item) -> Bool {
            linkedAt != other.linkedAt ? linkedAt < other.linkedAt : number < other.number
        }
    }

    /// The numbers that are here, with their times.
    private var current: [E164: Int64] = [:]
    private var heap: [Item] = []

    var isEmpty: Bool { current.isEmpty }

    /// The number linked longest; of several linked at once the lowest.
    var first: E164? { heap.first?.number }

    /// All of them, linked longest first.
    var all: [E164] {
        current.map { Item(linkedAt: $0.value, number: $0.key) }.sorted { $0.isBefore($1) }.map(\.number)
    }

    mutating func insert(_ number: E164, linkedAt: Int64) {
        if current.updateValue(linkedAt, forKey: number) == linkedAt { return }
        push(Item(linkedAt: linkedAt, number: number))
        dropGone()
    }

    mutating func remove(_ number: E164) {
        guard current.removeValue(forKey: number) != nil else { return }
        dropGone()
    }

    private mutating func dropGone() {
        if heap.count > 2 * current.count + 16 {
            // A sorted array is a heap.
            heap = current.map { Item(linkedAt: $0.value, number: $0.key) }.sorted { $0.isBefore($1) }
        }
        while let top = heap.first, current[top.number] != top.linkedAt { pop() }
    }

    private mutating func push(_ item: Item) {
        heap.append(item)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { break }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func pop() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].isBefore(heap[least])
            {
                least = child
            }
            guard least != parent else { break }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
