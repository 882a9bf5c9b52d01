import Telephony

/// One side of a call: the telephone that calls, or somebody who is called.
struct Leg: Equatable, Sendable {
    /// As webhooks spell it: the platform writes the legs of carriers without dashes, its own with them.
    let uuid: String
    let conversation: ConversationID
    let from: String
    let to: String
    let direction: CallDirection
    let tariff: Tariff
    private(set) var answeredAt: Timestamp?

    /// The leg of a telephone that has dialled one of the application's numbers.
    static func caller(_ call: CallUUID, _ conversation: ConversationID, from: String, to: String) -> Leg {
        Leg(
            uuid: call.text, conversation: conversation, from: from, to: to, direction: .inbound, tariff: .landline)
    }

    /// The leg to somebody the caller is to be connected with.
    static func callee(_ uuid: UUID128, of caller: Leg, to: String, tariff: Tariff) -> Leg {
        Leg(
            uuid: uuid.description, conversation: caller.conversation, from: caller.from, to: to, direction: .outbound,
            tariff: tariff)
    }

    /// Whether an id, in any spelling, is this leg's.
    func isCalled(_ id: CallUUID) -> Bool { CallUUID(uuid) == id }

    /// The event of having been answered.
    mutating func answer(at now: Timestamp) -> LegEvent {
        answeredAt = now
        return event(.answered, at: now)
    }

    func event(
        _ status: CallStatus, at now: Timestamp, detail: String? = nil, sipCode: Int? = nil
    ) -> LegEvent {
        LegEvent(leg: self, status: status, at: now, detail: detail, sipCode: sipCode)
    }

    /// The event of being over. The platform names who ended a leg that was answered.
    func completed(at now: Timestamp, by party: LegEvent.DisconnectedBy) -> LegEvent {
        LegEvent(
            leg: self, status: .completed, at: now, sipCode: answeredAt == nil ? nil : 200, disconnectedBy: party)
    }
}
