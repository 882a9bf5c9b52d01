import Synchronization

/// A count that threads share.
final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .acquiring) }
    func add() { count.wrappingAdd(1, ordering: .acquiringAndReleasing) }
}
