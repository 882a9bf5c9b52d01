/// The randomness of pauses, handed in so that tests can do without.
package struct Jitter: Sendable {
    /// A number from 0 up to, but not including, 1.
    package let next: @Sendable () -> Double

    package init(next: @escaping @Sendable () -> Double) {
        self.next = next
    }

    package static let random = Jitter { Double.random(in: 0..<1) }

    func pick(_ low: Duration, _ high: Duration) -> Duration {
        low + (high - low) * next()
    }
}
