import Glibc
import Synchronization

extension UUID128 {
    /// A fresh UUID of version 4, from the kernel's random numbers.
    package static func random() -> UUID128 {
        let (high, low) = Entropy.shared.withLock { $0.nextPair() }
        return UUID128(
            high: high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000,
            low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }
}

/// Random words, fetched from the kernel sixteen UUIDs at a time: one system call each would cost more than the rest
/// of a webhook's answer.
private struct Entropy: ~Copyable {
    static let shared = Mutex(Entropy())

    /// `getentropy` fills 256 bytes at most.
    private var words = [UInt64](repeating: 0, count: 32)
    private var used = 32

    mutating func nextPair() -> (UInt64, UInt64) {
        if used == words.count { refill() }
        // Handed out once: what has been used is not kept.
        let pair = (words[used], words[used + 1])
        words[used] = 0
        words[used + 1] = 0
        used += 2
        return pair
    }

    private mutating func refill() {
        let failed = words.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) } != 0
        if failed {
            // Kernels without the system call: the standard generator opens /dev/urandom.
            var generator = SystemRandomNumberGenerator()
            for index in words.indices { words[index] = generator.next() }
        }
        used = 0
    }
}
