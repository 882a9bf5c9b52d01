import JSON
import Telephony

extension EventWebhook {
    /// Reads a plain state event as bytes, without making an object of it: the usual event of a live call.
    ///
    /// Nil if there is more in it than the usual members and texts, or no state: then `EventWebhook(_:receivedAt:)` reads
    /// it, which says the same of every event that this one reads.
    package init?(plain body: UnsafeBufferPointer<UInt8>, receivedAt: Timestamp) {
        var event = CallEvent(receivedAt: receivedAt)
        var application: String?
        var seen: UInt32 = 0
        let isPlain = PlainObject.read(body) { key, value in
            guard let member = PlainMember(key) else { return true }
            // Of a key that stands twice the last one counts, also if that says nothing.
            guard seen & member.bit == 0 else { return false }
            seen |= member.bit
            switch member {
            case .applicationID: return value.isPlain(into: &application)
            case .call: return value.isPlain { event.take(call: $0) }
            case .conversation: return value.isPlain { event.take(conversation: $0) }
            case .status: return value.isPlain { event.take(status: $0) }
            case .timestamp: return value.isPlain(into: &event.timestamp)
            case .startTime: return value.isPlain(into: &event.startTime)
            case .endTime: return value.isPlain(into: &event.endTime)
            case .direction: return value.isPlain { event.take(direction: $0) }
            case .reason: return value.isPlain(into: &event.reason)
            case .duration: return value.isPlain(into: &event.duration)
            case .rate: return value.isPlain(into: &event.rate)
            case .price: return value.isPlain(into: &event.price)
            case .network: return value.isPlain(into: &event.network)
            case .detail: return value.isPlain(into: &event.detail)
            case .sipCode: return value.isPlain(into: &event.sipCode)
            case .disconnectedBy: return value.isPlain(into: &event.disconnectedBy)
            case .from: return value.isPlain(into: &event.from)
            case .to: return value.isPlain(into: &event.to)
            case .fromUser: return value.isPlain(into: &event.fromUser)
            case .special: return false
            }
        }
        guard isPlain, let status = event.status else { return nil }
        self.init(kind: .state(status), event: event, application: application.flatMap { ApplicationID($0) })
    }
}

extension CallEvent {
    // Each says whether it understood the text, which is not empty.

    fileprivate mutating func take(call bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        call = CallUUID(utf8: bytes)
        shownCall = String(decoding: bytes, as: UTF8.self)
        return call != nil
    }

    fileprivate mutating func take(conversation bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        conversation = ConversationID(utf8: bytes)
        shownConversation = String(decoding: bytes, as: UTF8.self)
        return conversation != nil
    }

    fileprivate mutating func take(status bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let status = CallStatus(rawValue: String(decoding: bytes, as: UTF8.self))
        self.status = status
        return status.rawValue != "transcribed"
    }

    fileprivate mutating func take(direction bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if bytes.isText("inbound") {
            direction = .inbound
        } else if bytes.isText("outbound") {
            direction = .outbound
        } else {
            // Perhaps in other letters.
            return false
        }
        return true
    }
}

extension PlainObject.Value {
    /// Hands a text to `body` if it neither begins nor ends with what could be a blank and is of usual length. A member
    /// without a text is plain, too.
    fileprivate func isPlain(_ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        switch self {
        case .text(let bytes):
            if bytes.isEmpty { return true }
            guard bytes.count <= 1024, bytes[0] > 0x20, bytes[bytes.count - 1] > 0x20 else { return false }
            return body(bytes)
        case .number: return false
        case .nothing: return true
        }
    }

    fileprivate func isPlain(into place: inout String?) -> Bool {
        // A number means its spelling.
        if case .number(let bytes) = self {
            place = String(decoding: bytes, as: UTF8.self)
            return true
        }
        return isPlain { bytes in
            place = String(decoding: bytes, as: UTF8.self)
            return true
        }
    }

    fileprivate func isPlain(into place: inout Timestamp?) -> Bool {
        isPlain { bytes in
            place = Timestamp(utf8: bytes)
            return true
        }
    }

    fileprivate func isPlain(into place: inout Int?) -> Bool {
        let bytes: UnsafeBufferPointer<UInt8>
        switch self {
        case .text(let text): bytes = text
        case .number(let number): bytes = number
        case .nothing: return true
        }
        // Signs, fractions and exponents are read with more care.
        guard (1...9).contains(bytes.count), bytes.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return false }
        place = bytes.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
        return true
    }
}

/// The members that an event of a leg's state is read for.
private enum PlainMember: UInt32 {
    case to, from, call, rate, price, status, reason, detail, network, duration, endTime, sipCode, timestamp
    case direction, fromUser, startTime, applicationID, disconnectedBy, conversation
    /// It makes the event something else, or is read where another one is missing.
    case special

    var bit: UInt32 { 1 << rawValue }

    /// Nil for a name that means nothing.
    init?(_ key: UnsafeBufferPointer<UInt8>) {
        func member(_ name: StaticString, _ member: PlainMember) -> PlainMember? { key.isText(name) ? member : nil }
        let found: PlainMember? =
            switch key.count {
            case 2: member("to", .to)
            case 4: member("from", .from) ?? member("uuid", .call) ?? member("rate", .rate)
            case 5: member("price", .price)
            case 6: member("status", .status) ?? member("reason", .reason) ?? member("detail", .detail)
            case 7: member("network", .network)
            case 8: member("duration", .duration) ?? member("end_time", .endTime) ?? member("sip_code", .sipCode)
            case 9:
                member("timestamp", .timestamp) ?? member("direction", .direction) ?? member("from_user", .fromUser)
                    ?? member("call_uuid", .special)
            case 10: member("start_time", .startTime)
            case 14: member("application_id", .applicationID)
            case 15: member("disconnected_by", .disconnectedBy)
            case 16: member("original_request", .special)
            case 17: member("conversation_uuid", .conversation)
            case 22: member("conversation_uuid_from", .special)
            default: nil
            }
        guard let found else { return nil }
        self = found
    }
}
