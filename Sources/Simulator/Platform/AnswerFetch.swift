import NCCO

/// How the platform comes by a call's instructions: which URL it asks next, and when it stops asking.
///
/// One more try of the same URL when there was no answer in time, no connection, or 429, 503, 504; any other failure
/// leads to the fallback URL at once, which is tried in the same way; without one, or after it, the call ends.
/// <https://developer.vonage.com/en/voice/voice-api/webhook-reference#answer-webhook>
struct AnswerFetch {
    enum Question: Equatable, Sendable {
        case answer
        /// The reason is told to the fallback URL.
        case fallback(reason: String)
    }

    enum Reply: Equatable, Sendable {
        case actions([Action])
        /// A status other than success.
        case status(Int)
        /// No whole answer came.
        case unreachable(String)
        /// Not JSON by its media type, or no NCCO.
        case unusable(String)
    }

    enum Step: Equatable, Sendable {
        case ask(Question)
        case use([Action])
        case giveUp(String)
    }

    private let hasFallback: Bool
    private var question = Question.answer
    private var tries = 1

    init(hasFallback: Bool) {
        self.hasFallback = hasFallback
    }

    mutating func take(_ reply: Reply) -> Step {
        let reason: String
        let mayRepeat: Bool
        switch reply {
        case .actions(let actions): return .use(actions)
        case .status(let status): (reason, mayRepeat) = ("Status \(status).", [429, 503, 504].contains(status))
        case .unreachable(let words): (reason, mayRepeat) = (words, true)
        case .unusable(let words): (reason, mayRepeat) = (words, false)
        }
        if mayRepeat, tries < 2 {
            tries += 1
            return .ask(question)
        }
        guard hasFallback, question == .answer else { return .giveUp(reason) }
        question = .fallback(reason: reason)
        tries = 1
        return .ask(question)
    }
}
