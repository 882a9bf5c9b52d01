import Synchronization

/// How many connections the loops of a server may still open, together.
final class ConnectionQuota: Sendable {
    private let left: Atomic<Int>

    init(_ count: Int) { left = Atomic(count) }

    func take() -> Bool {
        if left.wrappingSubtract(1, ordering: .relaxed).newValue >= 0 { return true }
        giveBack()
        return false
    }

    func giveBack() { left.wrappingAdd(1, ordering: .relaxed) }
}
