import JSON
import Registry
import Telephony

extension StoredCall {
    /// The leg as the vendor's Voice API shows it.
    ///
    /// - Parameter now: decides whether a leg nobody ended can still be up.
    func json(at now: Timestamp) -> JSONObject {
        let id = record.shownCall ?? uuid.uuid?.description ?? uuid.text
        var object = JSONObject()
        object["_links"] = ["self": ["href": .string("\(CallRoutes.linkPath)/\(id)")]]
        object["uuid"] = .string(id)
        object["conversation_uuid"] = (record.shownConversation ?? conversation?.text).map { .string($0) }
        object["to"] = record.to.map { Self.endpoint($0) }
        object["from"] = from
        object["status"] = .string(record.status(at: now).rawValue)
        object["direction"] = .string((record.direction ?? .inbound).rawValue)
        let texts: [(String, String?)] = [
            ("rate", record.rate), ("price", record.price), ("duration", record.duration),
            ("start_time", record.startTime?.callTime), ("end_time", record.endTime?.callTime),
            ("network", record.network),
        ]
        for (name, text) in texts { object[name] = text.map { .string($0) } }
        return object
    }

    /// Who calls. Of an inbound leg from a telephone it is the number alone, as its webhooks carry it; an endpoint
    /// otherwise.
    private var from: JSONValue? {
        if let user = record.fromUser { return ["type": "app", "user": .string(user)] }
        guard let from = record.from else { return nil }
        guard record.direction == .outbound else { return .string(E164(dialled: from)?.digits ?? from) }
        return Self.endpoint(from)
    }

    /// The endpoint a webhook's text stands for.
    static func endpoint(_ text: String) -> JSONValue {
        if let number = E164(dialled: text) { return ["type": "phone", "number": .string(number.digits)] }
        let scheme = text.prefix { $0 != ":" }.lowercased()
        switch scheme {
        case "sip", "sips": return ["type": "sip", "uri": .string(text)]
        case "ws", "wss": return ["type": "websocket", "uri": .string(text)]
        default: return ["type": "app", "user": .string(text)]
        }
    }
}

extension Timestamp {
    /// Date and time as the vendor's call lists have them, `2026-03-01 09:00:00` in UTC, with the milliseconds if there
    /// are any: what an event said is not rounded.
    var callTime: String {
        let fraction = (milliseconds % 1000 + 1000) % 1000
        if fraction == 0 { return dateAndTime() }
        let digits = String(fraction)
        return dateAndTime() + "." + String(repeating: "0", count: 3 - digits.utf8.count) + digits
    }
}
