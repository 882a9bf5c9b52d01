import CallControl
import Directory
import JSON
import Registry
import Telephony

/// An event webhook as far as it was understood. It is kept whole whatever that comes to.
struct ReceivedEvent: Sendable {
    private enum Reading: Sendable {
        case voice(EventKind)
        case rtc(RTCEvent)
    }

    private let reading: Reading
    /// What is filed: the call or conversation it belongs to, and what it says of the leg.
    let facts: CallEvent

    init(_ webhook: EventWebhook) {
        reading = .voice(webhook.kind)
        facts = webhook.event
    }

    init(_ object: JSONObject, source: EventRecord.Source, receivedAt: Timestamp) {
        switch source {
        case .event:
            let webhook = EventWebhook(object, receivedAt: receivedAt)
            reading = .voice(webhook.kind)
            facts = webhook.event
        case .rtc:
            let event = RTCEvent(object)
            reading = .rtc(event)
            var facts = CallEvent(receivedAt: receivedAt)
            facts.conversation = event.conversation
            facts.shownConversation = event.conversation?.text
            facts.timestamp = event.timestamp
            // Its conversation is enough to find it by; a leg nobody else speaks of is no call.
            if event.conversation == nil {
                facts.call = event.call
                facts.shownCall = event.call?.text
            }
            self.facts = facts
        }
    }

    /// Whose it is.
    ///
    /// - Parameter known: the application of its call or conversation, if there is a record of it.
    func owner(
        path: ApplicationID?, token: ApplicationID?, known: ApplicationID?, in directory: some CallDirectory
    ) -> ApplicationID? {
        switch reading {
        case .voice:
            application(
                dialling: DialledNumber(facts.to, in: directory), path: path, token: token, known: known, in: directory)
        case .rtc(let event): application(for: event, path: path, token: token, known: known, in: directory)
        }
    }

    /// What the platform complains of, if that is what the event is.
    var complaint: String? {
        if case .voice(.error(let reason)) = reading { reason } else { nil }
    }

    /// What it says about how a flow goes on, if it comes from a step of one.
    ///
    /// - Parameter object: the members it came with.
    func step(_ object: @autoclosure () -> JSONObject?) -> StepWebhook? {
        if case .voice(let kind) = reading { StepWebhook(kind, object()) } else { nil }
    }

    /// What it says about waking phones.
    enum Effect: Equatable {
        /// The leg is over.
        case ended
        /// The leg was taken.
        case answered
    }

    var effect: Effect? {
        guard case .voice(.state(let status)) = reading, let state = status.state else {
            return nil
        }
        if state.isFinal { return .ended }
        return state == .answered ? .answered : nil
    }
}
