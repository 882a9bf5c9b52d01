import Logging
import Telephony

/// What is kept and logged of each try.
extension PushDispatcher {
    /// What is known of the invite's present try.
    func attempt(_ run: Run, _ decision: String) -> PushAttempt {
        var attempt = Self.attempt(run.invite, queuedAt: run.queuedAt, decision: decision)
        attempt.topic = run.request?.topic
        attempt.credential = run.choice?.credential.id
        return attempt
    }

    /// The record of an invite that has not been tried yet.
    static func attempt(_ invite: Invite, queuedAt: Timestamp, decision: String) -> PushAttempt {
        let route = invite.device.route
        return PushAttempt(
            push: invite.id, call: invite.call, application: invite.application, user: invite.user,
            device: invite.device.id, number: 0, kind: route?.kind ?? (invite.device.fcmToken == nil ? nil : .fcm),
            token: route?.token, environment: invite.device.environment, topic: nil, credential: nil,
            queuedAt: queuedAt, sentAt: nil, connection: .none, decision: decision, disablesToken: false, isAlarm: false
        )
    }

    /// Logs it and gives it to the outbox.
    func record(_ attempt: PushAttempt) {
        if attempt.isAlarm {
            log.warning(
                "push.refused", ["call": attempt.call, "reason": attempt.reason ?? "", "decision": attempt.decision])
        } else {
            log.info(
                "push.attempt",
                ["call": attempt.call, "device": attempt.device, "try": attempt.number, "decision": attempt.decision])
        }
        outbox.attempted(attempt)
    }
}
