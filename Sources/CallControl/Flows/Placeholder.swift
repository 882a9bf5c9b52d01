/// What can be filled into a flow at no cost: every plan knows it. What else there is, `FlowField` says.
package enum Placeholder: String, CaseIterable, Hashable, Sendable {
    /// Who is called, as spoken: the user's display name, or the number.
    case callee
    /// The name of the user, as an `app` endpoint wants it: of the one called, or of the one calling a phone.
    case user
    /// The number that was dialled, in digits.
    case number
    /// The number the callee sees, in digits.
    case callerNumber = "caller_number"
    /// Who calls, as spoken.
    case caller
}

/// The values of one call.
package struct FlowValues: Equatable, Sendable {
    package var callee: String
    package var user: String
    package var number: String
    package var callerNumber: String
    package var caller: String
    /// What only some flows ask for (`FlowTemplate.asksForMore`); nil where nobody does.
    package var fields: CallFields?

    /// The longest name that is spoken, in characters.
    static let longestSpokenName = 200

    /// - Parameters:
    ///   - callee: spoken, so cut if it is very long.
    ///   - caller: likewise.
    package init(callee: String, user: String, number: String, callerNumber: String, caller: String) {
        self.callee = callee.speakable
        self.user = user
        self.number = number
        self.callerNumber = callerNumber
        self.caller = caller.speakable
    }

    subscript(placeholder: Placeholder) -> String {
        switch placeholder {
        case .callee: callee
        case .user: user
        case .number: number
        case .callerNumber: callerNumber
        case .caller: caller
        }
    }
}

extension String {
    /// Without control characters, which are no part of SSML, and no longer than somebody listens. It does not begin with
    /// a tag either: a plain text that it comes first in must not become SSML.
    var speakable: String {
        if utf8.count <= FlowValues.longestSpokenName, !mayBeginWithTag, !hasControl { return self }
        let printable = unicodeScalars.lazy.filter { $0.properties.generalCategory != .control }
        var text = UnicodeScalarView()
        text.append(contentsOf: printable.prefix(FlowValues.longestSpokenName))
        let start = text.drop { $0.properties.isWhitespace }
        guard start.first == "<" else { return String(text) }
        return String(start.drop { $0 == "<" || $0.properties.isWhitespace })
    }

    /// Whether it begins with a tag, or with what could be a blank before one.
    private var mayBeginWithTag: Bool {
        guard let first = utf8.first else { return false }
        return first == UInt8(ascii: "<") || first <= 0x20 || first >= 0x80
    }

    private var hasControl: Bool {
        var text = self
        return text.withUTF8 { bytes in
            // Without a way out half-way, so that many bytes are looked at in one go.
            var found = false
            for byte in bytes { found = byte < 0x20 || byte == 0x7F ? true : found }
            return found
        }
    }

    /// With the marks of XML written as entities. What had such marks in it is no longer, entities written out, than
    /// the longest name: the platform counts them.
    var escapedForMarkup: String {
        guard utf8.contains(where: { "&<>\"'".utf8.contains($0) }) else { return self }
        var text = ""
        var count = 0
        for scalar in unicodeScalars {
            let entity: String? =
                switch scalar {
                case "&": "&amp;"
                case "<": "&lt;"
                case ">": "&gt;"
                case "\"": "&quot;"
                case "'": "&apos;"
                default: nil
                }
            count += entity?.utf8.count ?? 1
            if count > FlowValues.longestSpokenName { break }
            if let entity { text += entity } else { text.unicodeScalars.append(scalar) }
        }
        return text
    }

    /// Whether it is SSML: all of it stands in `<speak>`.
    var isMarkup: Bool { drop(while: \.isWhitespace).hasPrefix("<speak") }
}
