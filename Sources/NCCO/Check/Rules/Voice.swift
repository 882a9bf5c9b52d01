import JSON

/// N030: the style is one the language has (that there is such a language is a matter of `ValueCheck`). N036: a voice that
/// passes over tags is given none.
func checkVoice(_ action: CheckedAction) -> [Finding] {
    guard action.kind == .talk,
        let language = SpokenLanguage.named(action.object["language"].map { $0.string ?? "" } ?? SpokenLanguage.usual),
        let styles = language.styles
    else { return [] }
    let style = action.object.integer("style") ?? 0
    if style >= styles {
        return [
            action.object.finding(
                .language, "\(language.code) has no style \(style) that is known here",
                mend: styles == 1 ? "Write 0, or leave it out." : "Write 0 to \(styles - 1).", at: "style",
                severity: .warning)
        ]
    }
    guard language.plainStyles.contains(style), let text = action.object["text"]?.string, Markup.isMeant(text) else {
        return []
    }
    let others = (0..<styles).filter { !language.plainStyles.contains($0) }.map(String.init)
    return [
        action.object.finding(
            .plainVoice, "style \(style) of \(language.code) passes over SSML",
            mend: others.isEmpty ? "Leave out the tags." : "Take one of the styles \(others.joined(separator: ", ")).",
            at: action.object.has("style") ? "style" : "text", severity: .warning)
    ]
}
