import Synchronization

/// One socket that listens, as one loop has it.
struct ListeningSocket: Sendable {
    let fd: CInt
    /// Whether TLS is spoken on what it accepts.
    let isSecure: Bool
    /// Nil for a socket of one loop alone.
    let sharing: Sharing?
}

/// The loops that accept from one socket: the last one to stop closes it.
final class Sharing: Sendable {
    private let loops: Atomic<Int>

    init(loops: Int) { self.loops = Atomic(loops) }

    /// A loop stops. Whether it was the last one.
    func leave() -> Bool { loops.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }
}
