import JSON
import Telephony

/// One report of the platform at the event URL.
package struct EventWebhook: Equatable, Sendable {
    package var kind: EventKind
    /// What it says of a leg.
    package var event: CallEvent
    /// The application it names; voice events name none.
    package var application: ApplicationID?

    init(kind: EventKind, event: CallEvent, application: ApplicationID?) {
        self.kind = kind
        self.event = event
        self.application = application
    }

    /// Reads a webhook's object. Nothing in it is required, nothing makes it fail.
    package init(_ object: JSONObject, receivedAt: Timestamp) {
        kind = EventKind(object)
        application = object.text("application_id").flatMap { ApplicationID($0) }

        var event = CallEvent(receivedAt: receivedAt)
        if let call = object.call("uuid") ?? object.call("call_uuid") {
            event.call = call.id
            event.shownCall = call.shown
        }
        if let conversation = object.conversation("conversation_uuid")
            ?? object.conversation("conversation_uuid_from")
        {
            event.conversation = conversation.id
            event.shownConversation = conversation.shown
        }
        event.timestamp = object.time("timestamp")
        event.reason = object.text("reason")
        switch kind {
        case .state(let status):
            event.status = status
            event.startTime = object.time("start_time")
            event.endTime = object.time("end_time")
            event.duration = object.text("duration")
            event.rate = object.text("rate")
            event.price = object.text("price")
            event.network = object.text("network")
            event.detail = object.text("detail")
            event.sipCode = object.integer("sip_code")
            event.disconnectedBy = object.text("disconnected_by")
            fallthrough
        case .input, .answer, .fallback, .unknown:
            event.direction = object.text("direction").flatMap { CallDirection(rawValue: $0.lowercased()) }
            event.from = object.text("from")
            event.to = object.text("to")
            event.fromUser = object.text("from_user")
        case .transcription, .transfer, .recording, .notify, .error:
            // Their times and names are those of something else than the leg.
            break
        }
        self.event = event
    }
}
