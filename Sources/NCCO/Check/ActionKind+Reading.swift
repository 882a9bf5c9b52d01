import JSON

extension ActionKind {
    /// Reads which action an element of the document is.
    ///
    /// - Throws: why it is none (rules N002 and N003).
    init(_ element: PositionedValue, at pointer: JSONPointer) throws(Finding) {
        guard element.members != nil else {
            throw Finding(
                .notAnAction, "an action is an object, not \(element.kind)",
                mend: "Write an object with “action”: {\"action\": \"talk\", …}.", at: pointer, range: element.range)
        }
        let place = pointer.appending("action")
        guard let member = element.member("action") else {
            throw Self.missing(in: element, at: place)
        }
        guard let name = member.value.string else {
            throw Finding(
                .notAnAction, "“action” is a string, not \(member.value.kind)", mend: "Write \(Self.names).", at: place,
                range: member.value.range)
        }
        guard let kind = ActionKind(rawValue: name) else {
            throw Self.unknown(name, at: place, range: member.value.range)
        }
        self = kind
    }

    private static let names = allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")

    private static func missing(in element: PositionedValue, at place: JSONPointer) -> Finding {
        var finding = Finding(
            .notAnAction, "“action” is missing", mend: "Say which action it is: \(names).", at: place,
            range: element.range)
        if let near = element.members?.first(where: { Spelling.folded($0.key) == "action" }) {
            finding.message += "; did you mean it by “\(near.key)”?"
            finding.mend = "Write “action” instead of “\(near.key)”."
            finding.fix = .replacing(near.keyRange, with: "\"action\"")
        }
        return finding
    }

    private static func unknown(_ name: String, at place: JSONPointer, range: Range<Int>) -> Finding {
        var finding = Finding(
            .unknownAction, "there is no action “\(name)”", mend: "Write one of \(names).", at: place, range: range)
        if let same = allCases.first(where: { $0.rawValue == Spelling.folded(name) }) {
            finding.message = "names of actions are in lower case: “\(same.rawValue)”, not “\(name)”"
            finding.mend = "Write “\(same.rawValue)”."
            finding.fix = .replacing(range, with: "\"\(same.rawValue)\"")
        } else if let (reason, mend) = otherWords[name.lowercased()] {
            finding.message = reason
            finding.mend = mend
        } else if let near = Spelling.nearest(to: name, among: allCases.map(\.rawValue)) {
            finding.message += "; did you mean “\(near)”?"
            finding.mend = "Write “\(near)” if that is meant, else one of \(names)."
        }
        return finding
    }

    /// Words that other platforms or other times have for something.
    private static let otherWords: [String: (reason: String, mend: String)] = [
        "pay": ("the platform has removed the action “pay”", "Take payments outside of the call."),
        "hangup": (
            "there is no action “hangup”: a call ends when its actions are used up",
            "Leave it out; put nothing after it."
        ),
        "play": ("there is no action “play”: audio is played with “stream”", "Write “stream” with “streamUrl”."),
        "say": ("there is no action “say”: text is spoken with “talk”", "Write “talk” with “text”."),
        "speak": ("there is no action “speak”: text is spoken with “talk”", "Write “talk” with “text”."),
        "dial": ("there is no action “dial”: somebody is rung with “connect”", "Write “connect” with “endpoint”."),
        "sleep": ("there is no action “sleep”: time passes with “wait”", "Write “wait” with “timeout”."),
        "pause": ("there is no action “pause”: time passes with “wait”", "Write “wait” with “timeout”."),
        "gather": ("there is no action “gather”: keys and speech are collected with “input”", "Write “input”."),
        "conference": ("there is no action “conference”: a room is a “conversation”", "Write “conversation”."),
        "redirect": (
            "there is no action “redirect”: “notify” fetches the next actions", "Write “notify” with “eventUrl”."
        ),
        "sms": ("there is no action “sms”: an NCCO only controls calls", "Send messages from your own server."),
    ]
}
