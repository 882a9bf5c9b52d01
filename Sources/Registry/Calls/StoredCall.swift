import Telephony

/// One leg of a call as it is kept.
package struct StoredCall: Equatable, Sendable {
    package let id: Int64
    package let uuid: CallUUID
    package let conversation: ConversationID?
    package let application: ApplicationID?
    /// The join of its events.
    package let record: CallRecord
    /// When we first heard of it.
    package let createdAt: Timestamp
    /// When it began: as its events say, else when we first heard of it.
    package let startedAt: Timestamp
}
