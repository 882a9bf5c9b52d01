import Directory
import Push
import Registry
import Synchronization
import Telephony

/// Writes what the dispatcher tells into the store: every try into the log, the last one with the end of the invite.
final class RegistryOutbox: PushOutbox {
    private struct Counts {
        var delivered = 0
        var failed = 0
    }

    private let registry: Registry
    private let clock: WallClock
    private let counts = Mutex(Counts())

    init(_ registry: Registry, clock: WallClock) {
        self.registry = registry
        self.clock = clock
    }

    /// Pushes that Apple took, and those that came to nothing.
    var ended: (delivered: Int, failed: Int) { counts.withLock { ($0.delivered, $0.failed) } }

    func attempted(_ attempt: PushAttempt) {
        registry.record(PushResult(attempt, finishedAt: clock.now()))
    }

    func finished(_ push: PushID, of call: CallUUID, _ outcome: PushOutcome) {
        counts.withLock { counts in
            switch outcome {
            case .delivered: counts.delivered += 1
            case .unknown, .failed: counts.failed += 1
            case .dropped: break
            }
        }
    }
}

extension PushResult {
    init(_ attempt: PushAttempt, finishedAt: Timestamp) {
        var disabled: DisabledToken?
        if attempt.disablesToken, let token = attempt.token, let kind = attempt.kind {
            disabled = DisabledToken(
                kind: kind == .voip ? .voip : .alert, token: token.hex,
                reason: attempt.reason ?? "refused", unregisteredAt: nil)
        }
        self.init(
            push: attempt.push, call: attempt.call, device: attempt.device, user: attempt.user,
            application: attempt.application, attempt: attempt.number, queuedAt: attempt.queuedAt,
            finishedAt: finishedAt, connection: attempt.connection.rawValue, status: attempt.status,
            reason: attempt.reason, apnsID: attempt.apnsID, milliseconds: attempt.milliseconds,
            decision: attempt.decision, isLast: attempt.isLast, disables: disabled)
    }
}
