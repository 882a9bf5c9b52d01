import JSON

/// N021: options that still work, but that the platform has replaced.
func checkDeprecatedOptions(_ action: CheckedAction) -> [Finding] {
    if action.kind == .input, Input.isFlat(action.object) {
        let message =
            "an “input” without “type” is the shape of before 2020: name the “type”, and put the settings into “dtmf”"
        return [Finding(.deprecated, message, at: action.place, severity: .warning)]
    }
    return action.objects.flatMap { object, shape, place in
        shape.options.compactMap { option -> Finding? in
            guard let replacement = option.replacement, object[option.name] != nil else { return nil }
            return Finding(
                .deprecated, "“\(option.name)” is out of date: write \(replacement)", at: place.appending(option.name),
                severity: .warning)
        }
    }
}
