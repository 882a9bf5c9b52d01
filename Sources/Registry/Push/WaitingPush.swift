import Telephony

/// An invite in the outbox that has not been delivered, with what its push needs to say.
package struct WaitingPush: Equatable, Sendable {
    package let id: PushID
    package let call: CallUUID
    package let conversation: ConversationID?
    package let device: DeviceID
    package let user: UserID
    package let application: ApplicationID
    /// What is known of the call: who calls whom.
    package let record: CallRecord
    package let createdAt: Timestamp
    package let ringUntil: Timestamp
}
