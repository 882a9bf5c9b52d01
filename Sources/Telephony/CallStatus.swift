/// What a state event says of a leg. An unknown word is kept, not refused.
package struct CallStatus: RawRepresentable, Hashable, Sendable {
    /// The word on the wire, in lower case.
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue.lowercased()
    }

    package static let started = CallStatus(rawValue: "started")
    package static let ringing = CallStatus(rawValue: "ringing")
    package static let answered = CallStatus(rawValue: "answered")
    package static let human = CallStatus(rawValue: "human")
    package static let machine = CallStatus(rawValue: "machine")
    package static let disconnected = CallStatus(rawValue: "disconnected")
    package static let completed = CallStatus(rawValue: "completed")
    package static let timeout = CallStatus(rawValue: "timeout")
    package static let unanswered = CallStatus(rawValue: "unanswered")
    package static let cancelled = CallStatus(rawValue: "cancelled")
    package static let busy = CallStatus(rawValue: "busy")
    package static let rejected = CallStatus(rawValue: "rejected")
    package static let failed = CallStatus(rawValue: "failed")

    /// The states of a leg, in the order in which a later one replaces an earlier one.
    ///
    /// Every leg ends with `completed`, also after `busy` and the like, and the two may swap on the way; what became of
    /// the call is said by the more particular word, so it stands above `completed`.
    package static let states: [CallStatus] = [
        .started, .ringing, .answered, .disconnected, .completed, .timeout, .unanswered, .cancelled, .busy, .rejected,
        .failed,
    ]

    /// The place of this word in the order of states, from 1. Zero for a word that is no state: `transcribed`, and
    /// whatever the platform may invent.
    package var rank: Int { Self.ranks[rawValue] ?? 0 }

    /// The state this word is a sign of: itself, or `answered` for the verdict on who answered. Nil if it is none.
    package var state: CallStatus? {
        if self == .human || self == .machine || rawValue == "complete" {
            return rawValue == "complete" ? .completed : .answered
        }
        return rank > 0 ? self : nil
    }

    /// Whether the leg is over.
    package var isFinal: Bool { rank >= Self.disconnectedRank }

    private static let ranks = Dictionary(uniqueKeysWithValues: states.enumerated().map { ($1.rawValue, $0 + 1) })
    private static let disconnectedRank = ranks["disconnected"] ?? .max
}

extension CallStatus: CustomStringConvertible {
    package var description: String { rawValue }
}
