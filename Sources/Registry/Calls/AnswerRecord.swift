import Telephony

/// Which webhook asked for the call's NCCO.
package enum AnswerKind: String, Hashable, Sendable {
    case answer
    case fallback
}

/// One answer webhook and the reply to it, to be recorded.
package struct AnswerRecord: Sendable {
    /// The repeats of one answer get its reply again for this long.
    package static let repeatWindow: Duration = .seconds(120)

    package var call: CallUUID
    package var kind: AnswerKind
    package var application: ApplicationID?
    /// What the webhook says of the call: conversation, from, to, …, with `isAnswer` set.
    package var facts: CallEvent
    /// The webhook as it came: its body, or its query as JSON.
    package var request: [UInt8]
    /// The NCCO, as bytes.
    package var reply: [UInt8]
    /// The `jti` of its token.
    package var tokenID: String?
    package var receivedAt: Timestamp
    package var invites: [Invite]

    /// One phone to be woken for the call.
    package struct Invite: Equatable, Sendable {
        package var id: PushID
        package var device: DeviceID
        package var user: UserID
        package var application: ApplicationID
        /// When the call stops ringing.
        package var ringUntil: Timestamp

        package init(
            id: PushID = .random(), device: DeviceID, user: UserID, application: ApplicationID, ringUntil: Timestamp
        ) {
            self.id = id
            self.device = device
            self.user = user
            self.application = application
            self.ringUntil = ringUntil
        }
    }

    package init(
        call: CallUUID, kind: AnswerKind, application: ApplicationID?, facts: CallEvent, request: [UInt8],
        reply: [UInt8], tokenID: String? = nil, receivedAt: Timestamp, invites: [Invite] = []
    ) {
        self.call = call
        self.kind = kind
        self.application = application
        self.facts = facts
        self.request = request
        self.reply = reply
        self.tokenID = tokenID
        self.receivedAt = receivedAt
        self.invites = invites
    }
}

/// What became of an answer.
package enum AnswerOutcome: Equatable, Sendable {
    /// Kept. Only these invites are new: the others' phones were woken for this call before, or it is over.
    case recorded(invites: [PushID])
    /// The call has been answered already; this is what it was told. Nobody is to be woken.
    case repeated(reply: [UInt8])
}
