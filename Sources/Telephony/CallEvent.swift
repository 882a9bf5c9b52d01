/// What one webhook says of one leg of a call. Everything may be missing.
package struct CallEvent: Equatable, Sendable {
    package var call: CallUUID?
    /// The leg's id as it was spelt.
    package var shownCall: String?
    package var conversation: ConversationID?
    /// The conversation's id as it was spelt.
    package var shownConversation: String?
    /// The platform's word for what happened; nil for events that are no state (recordings, input, …).
    package var status: CallStatus?
    package var direction: CallDirection?
    /// Calling number, user name or URI, as it came.
    package var from: String?
    package var to: String?
    /// The name of the app user who called.
    package var fromUser: String?
    /// When it happened, by the platform's clock.
    package var timestamp: Timestamp?
    package var startTime: Timestamp?
    package var endTime: Timestamp?
    /// Seconds, as text: whoever sends a number means its spelling.
    package var duration: String?
    /// Price a minute, as text with its zeros.
    package var rate: String?
    package var price: String?
    package var network: String?
    package var detail: String?
    package var sipCode: Int?
    package var disconnectedBy: String?
    package var reason: String?
    /// Whether this is the webhook that asked for the call's NCCO; it yields to what state events say.
    package var isAnswer = false
    /// When it reached us, by our clock.
    package var receivedAt: Timestamp

    package init(receivedAt: Timestamp) {
        self.receivedAt = receivedAt
    }
}
