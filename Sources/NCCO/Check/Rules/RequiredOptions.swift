import JSON

/// N004, N007: an option without which an action or an endpoint means nothing.
func checkRequiredOptions(_ action: CheckedAction) -> [Finding] {
    action.objects.flatMap { object in
        object.shape.options.compactMap { option -> Finding? in
            guard option.isRequired, !object.has(option.name) else { return nil }
            if action.kind == .input, option.name == "type", action.isFlatInput { return nil }
            return object.finding(
                object.missing, "“\(object.shape.name)” needs “\(option.name)”",
                mend: "Add “\(option.name)”: \(option.shape.words).", at: option.name)
        }
    }
}

extension CheckedAction {
    /// Whether it is an input of the shape of before 2020: no `type`, and the settings of the keys beside the action.
    var isFlatInput: Bool {
        kind == .input && !object.has("type") && !object.has("dtmf") && !object.has("speech")
    }
}
