import JSON

/// N017: the text of a `talk` is no longer than the platform speaks, tags of SSML not counted.
func checkTextLength(_ action: CheckedAction) -> [Finding] {
    guard action.kind == .talk, let text = action.object["text"]?.string else { return [] }
    let count = spokenCharacters(of: text)
    guard count > Talk.maximumCharacters else { return [] }
    return [
        Finding(
            .longText, "“text” has \(count) characters, more than the \(Talk.maximumCharacters) that are spoken",
            at: action.place.appending("text"))
    ]
}

/// The number of code points outside tags, where the text is SSML, else of all.
private func spokenCharacters(of text: String) -> Int {
    guard text.drop(while: \.isWhitespace).hasPrefix("<speak") else { return text.unicodeScalars.count }
    var count = 0
    var isInTag = false
    for scalar in text.unicodeScalars {
        switch scalar {
        case "<": isInTag = true
        case ">" where isInTag: isInTag = false
        case _ where !isInTag: count += 1
        default: break
        }
    }
    return count
}
