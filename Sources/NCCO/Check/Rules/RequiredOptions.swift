import JSON

/// N004: an option without which the action means nothing.
func checkRequiredOptions(_ action: CheckedAction) -> [Finding] {
    action.kind.shape.options.compactMap { option -> Finding? in
        guard option.isRequired, action.object[option.name]?.isNull ?? true, !isExcused(option, in: action) else {
            return nil
        }
        return Finding(
            .missingOption, "“\(action.kind.rawValue)” needs “\(option.name)”", at: action.place.appending(option.name))
    }
}

/// Older shapes, which other rules remark on.
private func isExcused(_ option: OptionShape, in action: CheckedAction) -> Bool {
    switch (action.kind, option.name) {
    case (.input, "type"): Input.isFlat(action.object)
    case (.transfer, "conversationId"): action.object[Transfer.otherSpelling] != nil
    default: false
    }
}
