import HTTP2
import JSON
import Telephony

/// One push that came to the gateway, and what became of it.
package struct GatewayEntry: Sendable {
    package let request: Message
    /// Counts the gateway's connections from 1.
    package let connection: Int
    let verdict: Result<GatewayRules.Accepted, GatewayRefusal>
    package let at: Timestamp
    let unregisteredAt: Timestamp?

    package var status: Int {
        switch verdict {
        case .success: 200
        case .failure(let refusal): refusal.status
        }
    }

    /// Nil when it was taken.
    package var refusal: GatewayRefusal? {
        if case .failure(let refusal) = verdict { refusal } else { nil }
    }

    /// The `apns-id` of the answer.
    package var id: String {
        if case .success(let push) = verdict { push.id.description } else { request.fields["apns-id"] ?? "" }
    }

    /// What the phone gets, if it gets anything.
    package var delivered: DeliveredPush? {
        guard case .success(let push) = verdict else { return nil }
        return DeliveredPush(
            token: push.token, topic: push.topic, isVoIP: push.isVoIP, expiration: push.expiration,
            payload: request.body)
    }

    /// What the sender is told: nothing but the id, or Apple's reason.
    var response: Message {
        var fields = [HeaderField(":status", "\(status)"), HeaderField("apns-id", id, isIndexed: false)]
        guard let refusal else { return Message(fields: fields) }
        fields.append(HeaderField("content-type", "application/json"))
        var body: JSONObject = ["reason": .string(refusal.rawValue)]
        if refusal == .unregistered {
            body["timestamp"] = unregisteredAt.map { .number(JSONNumber($0.milliseconds)) }
        }
        return Message(fields: fields, body: body.serialized())
    }
}

/// A push as it reaches a phone.
package struct DeliveredPush: Equatable, Sendable {
    package let token: String
    package let topic: String
    package let isVoIP: Bool
    /// Seconds since 1970; 0: it was to be delivered at once or never.
    package let expiration: Int64?
    package let payload: [UInt8]

    package init(token: String, topic: String, isVoIP: Bool, expiration: Int64?, payload: [UInt8]) {
        self.token = token
        self.topic = topic
        self.isVoIP = isVoIP
        self.expiration = expiration
        self.payload = payload
    }
}
