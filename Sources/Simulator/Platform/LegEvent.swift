import JSON
import Telephony

/// One state event of one leg, as the event webhook tells it.
///
/// <https://developer.vonage.com/en/voice/voice-api/webhook-reference#event-webhook>
package struct LegEvent: Equatable, Sendable {
    package enum DisconnectedBy: String, Sendable {
        case platform
        case user
    }

    let leg: Leg
    package let status: CallStatus
    /// When it happened.
    package let at: Timestamp
    package var detail: String?
    package var sipCode: Int?
    package var disconnectedBy: DisconnectedBy?

    init(
        leg: Leg, status: CallStatus, at: Timestamp, detail: String? = nil, sipCode: Int? = nil,
        disconnectedBy: DisconnectedBy? = nil
    ) {
        self.leg = leg
        self.status = status
        self.at = at
        self.detail = detail
        self.sipCode = sipCode
        self.disconnectedBy = disconnectedBy
    }

    /// The leg's id as the webhook spells it.
    package var legID: String { leg.uuid }
    package var direction: CallDirection { leg.direction }
    package var to: String { leg.to }

    /// The body of the webhook, its members in the platform's order.
    package var json: JSONObject {
        var body = JSONObject()
        if status == .answered {
            body["start_time"] = .null
            body["rate"] = .null
            body["network"] = .null
        } else if status == .completed {
            addBill(to: &body)
        }
        body["from"] = .string(leg.from)
        body["to"] = .string(leg.to)
        body["uuid"] = .string(leg.uuid)
        body["conversation_uuid"] = .string(leg.conversation.text)
        body["status"] = .string(status.rawValue)
        if let detail { body["detail"] = .string(detail) }
        body["direction"] = .string(leg.direction.rawValue)
        if let disconnectedBy { body["disconnected_by"] = .string(disconnectedBy.rawValue) }
        if let sipCode { body["sip_code"] = .number(JSONNumber(sipCode)) }
        body["timestamp"] = .string(at.rfc3339())
        body["headers"] = .object([:])
        return body
    }

    /// The seconds that are paid for: begun ones count. Zero unless the leg was answered.
    package var duration: Int64 {
        guard let start = leg.answeredAt else { return 0 }
        return max(0, at.milliseconds - start.milliseconds + 999) / 1000
    }

    private func addBill(to body: inout JSONObject) {
        // Whole seconds, though written with three zeros.
        let start = leg.answeredAt.map { Timestamp(seconds: $0.seconds) }
        let end = start.map { Timestamp(seconds: $0.seconds + duration) } ?? Timestamp(seconds: at.seconds)
        body["start_time"] = start.map { .string($0.rfc3339()) } ?? .null
        body["end_time"] = .string(end.rfc3339())
        body["duration"] = .string("\(duration)")
        body["rate"] = .string(leg.tariff.rateText)
        body["price"] = .string(leg.tariff.priceText(seconds: duration))
        body["network"] = leg.tariff.network.map { .string($0) } ?? .null
    }
}
