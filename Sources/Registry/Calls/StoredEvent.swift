import Telephony

/// An event as it is kept.
package struct StoredEvent: Equatable, Sendable {
    package let id: Int64
    package let call: CallUUID?
    package let conversation: ConversationID?
    package let application: ApplicationID?
    package let source: EventRecord.Source
    /// The platform's word, as far as it was one.
    package let status: String?
    /// By the platform's clock.
    package let happenedAt: Timestamp?
    package let receivedAt: Timestamp
    /// As it came.
    package let body: [UInt8]
}
