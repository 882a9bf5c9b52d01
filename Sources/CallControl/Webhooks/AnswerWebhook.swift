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
    package var conversation: ConversationID?
    /// What was dialled: a number, or whatever an app passed.
    package var to: String?
    /// The calling number or SIP identity, as it came; nil for calls from an app.
    package var from: String?
    /// The name of the app user who calls.
    package var fromUser: String?
    private var callSpelling = IDSpelling.dashed
    private var conversationSpelling = IDSpelling.dashed
    /// What few webhooks hold.
    private var extras: AnswerExtras?

    /// A webhook that says nothing yet.
    package init(kind: Kind) {
        self.kind = kind
    }

    /// Reads a webhook's object. Nothing in it is required, nothing makes it fail; an `original_request` makes it a
    /// fallback whatever the URL.
    package init(_ object: JSONObject, kind: Kind = .answer) {
        let original = object["original_request"]?.object
        self.kind = original == nil ? kind : .fallback
        if var text = object.call("uuid")?.shown ?? object.call("call_uuid")?.shown {
            text.withUTF8 { take(call: $0) }
        }
        if var text = object.conversation("conversation_uuid")?.shown {
            text.withUTF8 { take(conversation: $0) }
        }
        from = object.text("from")
        fromUser = object.text("from_user")
        extras = AnswerExtras(object)
        // The platform copies it to the top; older clients of an app pass it in the context only.
        to = object.text("to") ?? extras?.customData?.object?.text("to")
    }

    /// Reads a webhook sent by GET.
    package init(query pairs: [(String, String)], kind: Kind = .answer) {
        self.init(JSONObject(query: pairs), kind: kind)
    }

    /// Takes the leg's id in the spelling it came in. An empty one is none.
    package mutating func take(call bytes: UnsafeBufferPointer<UInt8>) {
        guard let (id, spelling) = CallUUID.spelt(bytes) else { return }
        call = id
        callSpelling = spelling
    }

    /// Takes the conversation's id in the spelling it came in. An empty one is none.
    package mutating func take(conversation bytes: UnsafeBufferPointer<UInt8>) {
        guard let (id, spelling) = ConversationID.spelt(bytes) else { return }
        conversation = id
        conversationSpelling = spelling
    }

    /// Takes what newer platforms tell of the leg.
    package mutating func take(endpointType: String?, regionURL: String?) {
        extras = AnswerExtras(endpointType: endpointType, regionURL: regionURL)
    }

    /// The leg's id as it was spelt.
    package var shownCall: String? { call?.shown(callSpelling) }

    /// The conversation's id as it was spelt.
    package var shownConversation: String? { conversation?.shown(conversationSpelling) }

    /// `phone`, `sip`, `app`, …, where the platform says so.
    package var endpointType: String? { extras?.endpointType }

    /// Where the leg is controlled.
    package var regionURL: String? { extras?.regionURL }

    /// What the app passed along: an object if it can be read as one, else the text.
    package var customData: JSONValue? { extras?.customData }

    /// Headers of a SIP call, named as sent after `SipHeader_`.
    package var sipHeaders: [SIPHeader] { extras?.sipHeaders ?? [] }

    /// Why the fallback URL is asked.
    package var reason: String? { extras?.reason }

    /// Which URL failed before: `answer` or `event`.
    package var originalType: String? { extras?.originalType }

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
