/// How much there has been to do in the last tenth of a second, or two.
struct Pace {
    private static let window: Duration = .milliseconds(100)

    private var began: ContinuousClock.Instant?
    private var current = 0
    private var before = 0

    /// In this window and the one before.
    var jobs: Int { before + current }

    mutating func note(_ count: Int, at now: ContinuousClock.Instant) {
        let age = began.map { now - $0 } ?? Self.window * 2
        if age >= Self.window {
            before = age < Self.window * 2 ? current : 0
            current = 0
            began = now
        }
        current += count
    }
}
