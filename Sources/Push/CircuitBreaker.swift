/// Keeps a credential that Apple refuses from being shown over and over, which Apple answers by slowing us down.
///
/// After five refusals in a row it is left alone for 30 s; then one push may try.
struct CircuitBreaker: Equatable {
    private var failures = 0
    private var closedUntil: ContinuousClock.Instant?
    private var lastReason = ""
    /// A push is on its way to find out.
    private var isProbing = false

    private static let limit = 5
    private static let pause = Duration.seconds(30)

    /// Why no push may use the credential now; nil: it may. Then `succeeded` or `failed` must follow.
    mutating func refusal(at now: ContinuousClock.Instant) -> String? {
        guard let closedUntil else { return nil }
        if now < closedUntil || isProbing {
            return "credential on hold after \(failures) refusals (\(lastReason))"
        }
        isProbing = true
        return nil
    }

    /// The credential was accepted, whatever else was wrong.
    mutating func succeeded() {
        self = CircuitBreaker()
    }

    /// Nothing was learnt: no reply.
    mutating func learntNothing() {
        isProbing = false
    }

    mutating func failed(_ reason: String, at now: ContinuousClock.Instant) {
        failures += 1
        lastReason = reason
        isProbing = false
        if failures >= Self.limit { closedUntil = now + Self.pause }
    }
}
