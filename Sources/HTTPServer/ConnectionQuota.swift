import EventLoop
import Synchronization

/// How many connections the loops of a server may still open: together, and from one address.
final class ConnectionQuota: Sendable {
    /// Why a connection is turned away.
    enum Denial {
        case full
        case addressIsFull
    }

    /// What counts as one address: an IPv4 address, or the 64 bits of an IPv6 address that name its network, because one
    /// peer has all addresses behind them.
    struct Address: Hashable, Sendable {
        fileprivate let high: UInt64
        fileprivate let low: UInt64
        fileprivate let isCounted: Bool

        /// - Parameter isCounted: false for a proxy, whose connections are those of many clients.
        init(_ peer: SocketAddress, isCounted: Bool = true) {
            self.isCounted = isCounted
            let (high, low) = peer.bytes
            let isIPv4 = high == 0 && low >> 32 == 0xFFFF
            self.high = high
            self.low = isIPv4 ? low : 0
        }
    }

    private typealias Counts = Mutex<[Address: Int]>

    private let left: Atomic<Int>
    private let perAddress: Int
    /// Several tables, so that loops that accept at the same time seldom wait for one another. A lock is held for one
    /// look-up; none is touched when addresses are not counted.
    private let counts: [Shard]

    private final class Shard: Sendable {
        let counts = Counts([:])
    }

    /// - Parameter perAddress: 0 does not count addresses.
    init(_ count: Int, perAddress: Int = 0) {
        left = Atomic(count)
        self.perAddress = perAddress
        counts = perAddress > 0 ? (0..<16).map { _ in Shard() } : []
    }

    /// Nil when the connection may be opened; it is counted then, until it is given back.
    func take(_ address: Address) -> Denial? {
        guard takeOfAddress(address) else { return .addressIsFull }
        if left.wrappingSubtract(1, ordering: .relaxed).newValue >= 0 { return nil }
        giveBack(address)
        return .full
    }

    func giveBack(_ address: Address) {
        left.wrappingAdd(1, ordering: .relaxed)
        guard perAddress > 0, address.isCounted else { return }
        shard(of: address).counts.withLock { counts in
            let count = counts[address, default: 0]
            counts[address] = count > 1 ? count - 1 : nil
        }
    }

    private func takeOfAddress(_ address: Address) -> Bool {
        guard perAddress > 0, address.isCounted else { return true }
        return shard(of: address).counts.withLock { counts in
            let count = counts[address, default: 0]
            guard count < perAddress else { return false }
            counts[address] = count + 1
            return true
        }
    }

    private func shard(of address: Address) -> Shard {
        counts[Int(truncatingIfNeeded: (address.high ^ address.low) & 15)]
    }
}
