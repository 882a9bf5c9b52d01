import HTTP2
import JSON
import Telephony

/// What Apple's gateway answered to one push.
package struct APNsReply: Equatable, Sendable {
    package let status: Int
    /// Apple's word for what is wrong. Any other text is kept; nil when there is none, as with a proxy's answer.
    package let reason: String?
    /// With 410: when the token died.
    package let diedAt: Timestamp?
    package let id: String?
    /// In the sandbox: the key for the delivery log in Apple's console.
    package let uniqueID: String?

    package init(
        status: Int, reason: String? = nil, diedAt: Timestamp? = nil, id: String? = nil, uniqueID: String? = nil
    ) {
        self.status = status
        self.reason = reason
        self.diedAt = diedAt
        self.id = id
        self.uniqueID = uniqueID
    }

    init(_ message: Message) {
        let body = try? JSONValue.parse(message.body)
        // Milliseconds as a number; test doubles send text.
        let time = body?["timestamp"].flatMap { $0.int ?? $0.string.flatMap { Int($0) } }
        self.init(
            status: message.status ?? 0,
            reason: body?["reason"]?.string.map { $0.shortened(toBytes: 200) },
            diedAt: time.map { Timestamp(milliseconds: Int64($0)) },
            id: message.fields["apns-id"], uniqueID: message.fields["apns-unique-id"])
    }

    /// `410 Unregistered`
    package var words: String { reason.map { "\(status) \($0)" } ?? "\(status)" }
}
