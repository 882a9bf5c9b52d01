import JSON

/// N017: the text of a `talk` is no longer than the platform speaks, tags of SSML not counted.
func checkTextLength(_ action: CheckedAction) -> [Finding] {
    guard action.kind == .talk, let text = action.object["text"]?.string else { return [] }
    let count = text.spokenCharacters
    guard count > Talk.maximumCharacters else { return [] }
    return [
        action.object.finding(
            .longText, "“text” has \(count) characters, more than the \(Talk.maximumCharacters) that are spoken",
            mend: "Say it in two “talk” actions.", at: "text")
    ]
}

extension String {
    /// The number of code points that are spoken: those outside tags, where the text is SSML, else all.
    package var spokenCharacters: Int {
        guard drop(while: \.isWhitespace).hasPrefix("<speak") else { return unicodeScalars.count }
        var count = 0
        var isInTag = false
        for scalar in unicodeScalars {
            switch scalar {
            case "<": isInTag = true
            case ">" where isInTag: isInTag = false
            case _ where !isInTag: count += 1
            default: break
            }
        }
        return count
    }
}
