import Synchronization

/// Something that happens once.
final class Flag: Sendable {
    private let value = Atomic(false)

    func raise() { value.store(true, ordering: .sequentiallyConsistent) }
    var isRaised: Bool { value.load(ordering: .sequentiallyConsistent) }
}
