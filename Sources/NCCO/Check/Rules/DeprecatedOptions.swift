import JSON

/// N021: options that still work, but that the platform has replaced.
func checkDeprecatedOptions(_ action: CheckedAction) -> [Finding] {
    if action.isFlatInput {
        let settings = action.object.members.map(\.key).filter { InputKeys.shape.option(named: $0) != nil }
        return [
            Finding(
                .deprecated, "an “input” without “type” is the shape of before 2020",
                mend: settings.isEmpty
                    ? "Add “type”: [\"dtmf\"]; its webhook then has “dtmf” as an object."
                    : "Add “type”: [\"dtmf\"] and put \(settings.map { "“\($0)”" }.joined(separator: ", ")) into “dtmf”; "
                        + "the webhook then has “dtmf” as an object.",
                at: action.object.pointer, range: action.object.value.range, severity: .warning)
        ]
    }
    return action.objects.flatMap { object in
        object.members.compactMap { member -> Finding? in
            guard let option = object.shape.option(named: member.key), let replacement = option.replacement else {
                return nil
            }
            var finding = object.finding(
                .deprecated, "“\(member.key)” is out of date", mend: "Write \(replacement).", at: member.key,
                isAboutKey: true, severity: .warning)
            if option.name == "voiceName" { mendVoiceName(member, in: object, &finding) }
            if option.name == "ringback" { finding.fix = object.renaming(member, to: "ringbackTone") }
            return finding
        }
    }
}

/// A voice's name says language and style, and is passed over where they are said.
private func mendVoiceName(_ member: PositionedMember, in object: CheckedObject, _ finding: inout Finding) {
    guard let name = member.value.string, let voice = VoiceName.voice(name) else { return }
    finding.mend = "Write “language”: \"\(voice.language)\", “style”: \(voice.style)."
    guard !object.has("language"), !object.has("style") else { return }
    let start = member.keyRange.lowerBound
    finding.fix = Fix([
        object.inserting("language", .string(voice.language), before: member).edits[0],
        Fix.Edit(range: start..<member.range.upperBound, text: "\"style\": \(voice.style)"),
    ])
}
