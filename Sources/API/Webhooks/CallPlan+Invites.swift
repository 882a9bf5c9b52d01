import CallControl
import Directory
import Push
import Registry
import Telephony

extension CallPlan {
    /// The invites the plan leads to, one a phone.
    ///
    /// - Parameters:
    ///   - call: the leg the phones are woken for.
    ///   - ringTime: how long they ring.
    func invites(
        for call: CallUUID, conversation: ConversationID?, in directory: some CallDirectory, at now: Timestamp,
        ringTime: Duration
    ) -> [Invite] {
        var invites: [Invite] = []
        for case .invite(let user, let devices) in effects {
            let family = directory.application(user.application)?.payloadFamily ?? .vonage
            for device in devices {
                invites.append(
                    Invite(
                        id: .random(), call: call, conversation: conversation, application: user.application,
                        user: user.id, userName: user.name, device: PushDevice(device),
                        caller: Caller(caller, in: user.application, of: directory), callerDisplay: caller.display,
                        family: family, invitedAt: now,
                        ringUntil: now.advanced(by: ringTime)))
            }
        }
        return invites
    }
}

extension PushDevice {
    package init(_ device: DeviceEntry) {
        self.init(
            id: device.id, voipToken: device.voipToken, alertToken: device.alertToken, fcmToken: device.fcmToken,
            bundleID: device.bundleID, isSandbox: device.sandbox, registeredAt: device.registeredAt)
    }
}

extension Caller {
    /// How a push names who calls.
    package init(_ identity: CallerIdentity, in application: ApplicationID, of directory: some CallDirectory) {
        switch identity {
        case .number(let number): self = .phone(number.digits)
        case .user(let name, _):
            guard let name = UserName(name) else {
                self = .anonymous
                return
            }
            self = .user(name, id: directory.user(named: name, in: application)?.id)
        case .sip(_, let address): self = .phone(address)
        case .anonymous: self = .anonymous
        case .other(let text): self = .phone(text)
        }
    }
}

extension CallerIdentity {
    /// What a phone shows of a user besides the name.
    package var display: String? {
        if case .user(let name, let shown) = self, shown != name { shown } else { nil }
    }
}

extension AnswerRecord.Invite {
    init(_ invite: Invite) {
        self.init(
            id: invite.id, device: invite.device.id, user: invite.user, application: invite.application,
            ringUntil: invite.ringUntil)
    }
}
