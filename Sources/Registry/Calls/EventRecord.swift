import Telephony

/// One event webhook, to be recorded.
package struct EventRecord: Sendable {
    /// The webhook it came by.
    package enum Source: String, Equatable, Sendable {
        case event
        case rtc
    }

    package var source: Source
    /// Whose it is, as far as it is known.
    package var application: ApplicationID?
    /// What it says, with the call and the conversation it belongs to.
    package var facts: CallEvent
    /// The event as it came: its body, or its query as JSON.
    package var body: [UInt8]
    /// SHA-256 of `body`; with the call or conversation it tells events apart.
    package var digest: [UInt8]
    /// The `jti` of its token.
    package var tokenID: String?

    package init(
        source: Source = .event, application: ApplicationID?, facts: CallEvent, body: [UInt8], digest: [UInt8],
        tokenID: String? = nil
    ) {
        self.source = source
        self.application = application
        self.facts = facts
        self.body = body
        self.digest = digest
        self.tokenID = tokenID
    }
}

extension EventRecord {
    /// Whether it says that its call is over.
    var endsCall: Bool { facts.status?.state?.isFinal ?? false }
}

/// What became of an event.
package enum EventOutcome: Equatable, Sendable {
    case recorded
    /// It has been recorded before.
    case repeated
}
