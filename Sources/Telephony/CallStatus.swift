/// What a state event says of a leg. An unknown word is kept, not refused.
package struct CallStatus: RawRepresentable, Hashable, Sendable {
    /// The word on the wire, in lower case.
    package let rawValue: String
    /// The place of this word in the order of states, from 1. Zero for a word that is no state: `transcribed`, and
    /// whatever the platform may invent.
    package let rank: Int

    package init(rawValue: String) {
        let isLowercase = rawValue.withBytes { $0.allSatisfy { $0 < 0x80 && !(0x41...0x5A).contains($0) } }
        self.rawValue = isLowercase ? rawValue : rawValue.lowercased()
        rank = (Self.words.firstIndex(of: self.rawValue) ?? -1) + 1
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
    package static let states = words.map(CallStatus.init(rawValue:))

    private static let words = [
        "started", "ringing", "answered", "disconnected", "completed", "timeout", "unanswered", "cancelled", "busy",
        "rejected", "failed",
    ]

    /// The state this word is a sign of: itself, or `answered` for the verdict on who answered. Nil if it is none.
    package var state: CallStatus? {
        if rank > 0 { return self }
        return switch rawValue {
        case "human", "machine": .answered
        case "complete": .completed
        default: nil
        }
    }

    /// Whether the leg is over.
    package var isFinal: Bool { rank >= Self.disconnected.rank }
}

extension CallStatus: CustomStringConvertible {
    package var description: String { rawValue }
}
