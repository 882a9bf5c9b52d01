import JSON

/// N021: options that still work, but that the platform has replaced.
func checkDeprecatedOptions(_ action: CheckedAction) -> [Finding] {
    var findings: [Finding] = []
    if action.kind == .input, Input.isFlat(action.object) {
        findings.append(
            Finding(
                .deprecated, "an “input” without “type” is the shape of before 2020",
                at: action.place.appending("type"), severity: .warning))
    }
    for (object, shape, place) in action.objects {
        for option in shape.options where object[option.name] != nil {
            guard let replacement = option.replacement else { continue }
            findings.append(
                Finding(
                    .deprecated, "“\(option.name)” is out of date: write \(replacement)",
                    at: place.appending(option.name), severity: .warning))
        }
    }
    return findings
}
