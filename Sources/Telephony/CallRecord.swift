/// What is known of one leg of a call: the join of all events that came for it.
///
/// Events arrive late, twice and in any order, so each property keeps with its value how far it is to be trusted, and a
/// merge takes the greater of the two. That makes `merge` commutative, associative and idempotent: the record is a
/// function of the *set* of its events.
package struct CallRecord: Equatable, Sendable {
    var shownCallValue: Joined<JoinedText>?
    var shownConversationValue: Joined<JoinedText>?
    var statusRank = 0
    var directionValue: Joined<JoinedText>?
    var fromValue: Joined<JoinedText>?
    var toValue: Joined<JoinedText>?
    var fromUserValue: Joined<JoinedText>?
    var startTimeValue: Joined<Int64>?
    var endTimeValue: Joined<Int64>?
    var answeredAtValue: Int64?
    var firstEventAtValue: Int64?
    var lastEventAtValue: Int64?
    var durationValue: Joined<JoinedText>?
    var rateValue: Joined<JoinedText>?
    var priceValue: Joined<JoinedText>?
    var networkValue: Joined<JoinedText>?
    var detailValue: Joined<JoinedText>?
    var sipCodeValue: Joined<Int64>?
    var disconnectedByValue: Joined<JoinedText>?
    var reasonValue: Joined<JoinedText>?
    var lastHeardValue: Int64?

    /// A record of nothing yet.
    package init() {}

    /// Adds what `event` says. The caller has made sure that it is about this leg.
    package mutating func merge(_ event: CallEvent) {
        let state = event.status?.state
        statusRank = max(statusRank, state?.rank ?? 0, event.isAnswer ? CallStatus.started.rank : 0)

        // A later state knows better; among equals the later clock; the value itself decides the rest.
        let trust = event.isAnswer ? 0 : 1 + (state?.rank ?? 0)
        let time = event.timestamp?.milliseconds ?? .min
        func join(_ value: inout Joined<JoinedText>?, _ text: String?) {
            if let text { value.join(Joined(trust: trust, time: time, value: JoinedText(text))) }
        }
        func join(_ value: inout Joined<Int64>?, _ number: Int64?) {
            if let number { value.join(Joined(trust: trust, time: time, value: number)) }
        }
        // Spellings do not get better with time.
        if let shown = event.shownCall {
            shownCallValue.join(Joined(trust: 0, time: 0, value: JoinedText(shown)))
        }
        join(&shownConversationValue, event.shownConversation)
        join(&directionValue, event.direction?.rawValue)
        join(&fromValue, event.from)
        join(&toValue, event.to)
        join(&fromUserValue, event.fromUser)
        join(&startTimeValue, event.startTime?.milliseconds)
        join(&endTimeValue, event.endTime?.milliseconds)
        join(&durationValue, event.duration)
        join(&rateValue, event.rate)
        join(&priceValue, event.price)
        join(&networkValue, event.network)
        join(&detailValue, event.detail)
        join(&sipCodeValue, event.sipCode.map(Int64.init))
        join(&disconnectedByValue, event.disconnectedBy)
        join(&reasonValue, event.reason)

        if let timestamp = event.timestamp?.milliseconds {
            if state == .answered, event.status == .answered {
                answeredAtValue = min(answeredAtValue ?? .max, timestamp)
            }
            firstEventAtValue = min(firstEventAtValue ?? .max, timestamp)
            lastEventAtValue = max(lastEventAtValue ?? .min, timestamp)
        }
        // Only a live call needs it; without it the record of a finished one does not depend on when we heard.
        lastHeardValue =
            isFinal ? nil : max(lastHeardValue ?? .min, event.receivedAt.milliseconds)
    }
}

extension CallRecord {
    /// The leg's id as it was spelt; of several spellings always the same one.
    package var shownCall: String? { shownCallValue?.value.text }
    package var shownConversation: String? { shownConversationValue?.value.text }
    /// The furthest state the leg is known to have reached; `started` if nothing was said.
    package var status: CallStatus { statusRank > 0 ? CallStatus.states[statusRank - 1] : .started }
    package var direction: CallDirection? { directionValue.flatMap { CallDirection(rawValue: $0.value.text) } }
    package var from: String? { fromValue?.value.text }
    package var to: String? { toValue?.value.text }
    package var fromUser: String? { fromUserValue?.value.text }
    package var startTime: Timestamp? { startTimeValue.map { Timestamp(milliseconds: $0.value) } }
    package var endTime: Timestamp? { endTimeValue.map { Timestamp(milliseconds: $0.value) } }
    /// When the first `answered` was, by the platform's clock.
    package var answeredAt: Timestamp? { answeredAtValue.map(Timestamp.init(milliseconds:)) }
    /// The earliest time an event names, by the platform's clock.
    package var firstEventAt: Timestamp? { firstEventAtValue.map(Timestamp.init(milliseconds:)) }
    /// The latest time an event names, by the platform's clock.
    package var lastEventAt: Timestamp? { lastEventAtValue.map(Timestamp.init(milliseconds:)) }
    package var duration: String? { durationValue?.value.text }
    package var rate: String? { rateValue?.value.text }
    package var price: String? { priceValue?.value.text }
    package var network: String? { networkValue?.value.text }
    package var detail: String? { detailValue?.value.text }
    package var sipCode: Int? { sipCodeValue.map { Int($0.value) } }
    package var disconnectedBy: String? { disconnectedByValue?.value.text }
    package var reason: String? { reasonValue?.value.text }
    /// When a live leg last gave a sign of life, by our clock; nil once it is over.
    package var lastHeard: Timestamp? { lastHeardValue.map(Timestamp.init(milliseconds:)) }

    /// Whether an event said that the leg is over.
    package var isFinal: Bool { status.isFinal }

    /// The longest a leg can last: two hours of talk after two minutes of ringing (NCCO `limit` and `timeout`).
    package static let longestCall: Duration = .seconds(7200 + 120)

    /// The state as far as it can be true at `now`: a leg of which nothing was heard for longer than a call can last is
    /// over, though nobody said so.
    package func status(at now: Timestamp) -> CallStatus {
        guard !isFinal, let lastHeard, lastHeard.advanced(by: Self.longestCall) < now else { return status }
        return status == .answered ? .completed : .unanswered
    }

    /// Whether the leg may still be up at `now`.
    package func isLive(at now: Timestamp) -> Bool { !status(at: now).isFinal }
}
