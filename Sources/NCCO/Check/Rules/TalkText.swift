import JSON

/// N008 for `talk`: the text is a string, and there is something in it.
func checkTalkText(_ action: CheckedAction) -> [Finding] {
    guard action.kind == .talk, let value = action.object["text"], !value.isNull else { return [] }
    let place = action.place.appending("text")
    guard let text = value.string else {
        return [Finding(.badValue, "“text” is a string, not \(value.kind)", at: place)]
    }
    guard text.isEmpty else { return [] }
    return [Finding(.badValue, "“text” is empty: it has 1 to \(Talk.maximumCharacters) characters", at: place)]
}
