import JSON

/// N005: `eventUrl` and `streamUrl` are arrays of exactly one URL.
func checkURLArrays(_ action: CheckedAction) -> [Finding] {
    action.objects.flatMap { object, shape, place in
        shape.options.compactMap { option -> Finding? in
            guard case .url = option.kind, let value = object[option.name], !value.isNull else { return nil }
            let fault: String
            switch value {
            case .array(let elements) where elements.count == 1: return nil
            case .array(let elements): fault = "not of \(elements.count)"
            default: fault = "not \(value.kind)"
            }
            return Finding(
                .urlArray, "“\(option.name)” is an array of one URL, \(fault)", at: place.appending(option.name))
        }
    }
}
