/// Whether the peer of a connection is still there. It decides; `HTTP2Connection` acts.
///
/// A connection that the network forgot looks like a peer that thinks: nothing comes. So silence is answered with a
/// PING, soon when requests wait and seldom when none do, and a PING without answer means that the connection is dead.
struct Liveness {
    enum Step: Equatable {
        case wait(until: ContinuousClock.Instant)
        case ask
        case giveUp
    }

    let timing: HTTP2Connection.Timing
    private var lastHeard: ContinuousClock.Instant
    private var busySince: ContinuousClock.Instant?
    private var askedAt: ContinuousClock.Instant?

    init(_ timing: HTTP2Connection.Timing, now: ContinuousClock.Instant) {
        self.timing = timing
        lastHeard = now
    }

    /// Bytes came, of whatever kind.
    mutating func heard(at now: ContinuousClock.Instant) {
        lastHeard = now
        askedAt = nil
    }

    mutating func asked(at now: ContinuousClock.Instant) {
        if askedAt == nil { askedAt = now }
    }

    /// Requests began to wait, or none waits any more.
    mutating func setBusy(_ isBusy: Bool, at now: ContinuousClock.Instant) {
        if !isBusy { busySince = nil } else if busySince == nil { busySince = now }
    }

    func isStale(at now: ContinuousClock.Instant) -> Bool {
        askedAt != nil && busySince == nil || now - lastHeard > timing.stale
    }

    func step(at now: ContinuousClock.Instant) -> Step {
        let due: ContinuousClock.Instant
        if let askedAt {
            due = askedAt + timing.answer
            return now < due ? .wait(until: due) : .giveUp
        }
        if let busySince {
            due = max(lastHeard, busySince) + timing.silence
        } else {
            due = lastHeard + timing.idle
        }
        return now < due ? .wait(until: due) : .ask
    }
}
