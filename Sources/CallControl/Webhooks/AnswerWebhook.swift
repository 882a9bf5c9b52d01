import JSON
import Telephony

/// The platform's question what a call shall do: at the answer URL, or at the fallback URL after that has failed.
package struct AnswerWebhook: Equatable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case answer
        case fallback
    }

    package var kind: Kind
    package var call: CallUUID?
    /// The leg's id as it was spelt.
    package var shownCall: String?
    package var conversation: ConversationID?
    package var shownConversation: String?
    /// What was dialled: a number, or whatever an app passed.
    package var to: String?
    /// The calling number or SIP identity, as it came; nil for calls from an app.
    package var from: String?
    /// The name of the app user who calls.
    package var fromUser: String?
    /// `phone`, `sip`, `app`, …, where the platform says so.
    package var endpointType: String?
    /// Where the leg is controlled.
    package var regionURL: String?
    /// What the app passed along: an object if it can be read as one, else the text.
    package var customData: JSONValue?
    /// Headers of a SIP call, named as sent after `SipHeader_`.
    package var sipHeaders: [SIPHeader]
    /// Why the fallback URL is asked.
    package var reason: String?
    /// Which URL failed before: `answer` or `event`.
    package var originalType: String?

    /// Reads a webhook's object. Nothing in it is required, nothing makes it fail; an `original_request` makes it a
    /// fallback whatever the URL.
    package init(_ object: JSONObject, kind: Kind = .answer) {
        let original = object["original_request"]?.object
        self.kind = original == nil ? kind : .fallback
        let call = object.call("uuid") ?? object.call("call_uuid")
        self.call = call?.id
        shownCall = call?.shown
        let conversation = object.conversation("conversation_uuid")
        self.conversation = conversation?.id
        shownConversation = conversation?.shown
        from = object.text("from")
        fromUser = object.text("from_user")
        endpointType = object.text("endpoint_type")
        regionURL = object.text("region_url")
        customData = Self.customData(object["custom_data"])
        // The platform copies it to the top; older clients of an app pass it in the context only.
        to = object.text("to") ?? customData?.object?.text("to")
        sipHeaders = object.keys.compactMap { key in
            guard key.hasPrefix("SipHeader_"), let text = object[key]?.string else { return nil }
            return SIPHeader(name: String(key.dropFirst("SipHeader_".count)), value: text)
        }
        reason = object.text("reason")
        originalType = original?.text("type")
    }

    /// Reads a webhook sent by GET.
    package init(query pairs: [(String, String)], kind: Kind = .answer) {
        self.init(JSONObject(query: pairs), kind: kind)
    }

    /// Sources disagree on whether the context of an app's call is an object or the text of one.
    private static func customData(_ value: JSONValue?) -> JSONValue? {
        guard let value, !value.isNull else { return nil }
        guard let text = value.string else { return value }
        return (try? JSONValue.parse(text)) ?? value
    }

    /// What it says of the leg, for its record.
    package func callEvent(receivedAt: Timestamp) -> CallEvent {
        var event = CallEvent(receivedAt: receivedAt)
        event.isAnswer = true
        event.call = call
        event.shownCall = shownCall
        event.conversation = conversation
        event.shownConversation = shownConversation
        event.direction = .inbound
        event.from = from
        event.to = to
        event.fromUser = fromUser
        return event
    }
}

/// One header of a SIP call.
package struct SIPHeader: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
