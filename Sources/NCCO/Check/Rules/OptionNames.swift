import JSON

/// N025: a name the platform does not know and passes over.
func checkOptionNames(_ action: CheckedAction) -> [Finding] {
    action.objects.flatMap { object, shape, place in
        object.members.compactMap { key, _ in
            guard shape.option(named: key) == nil else { return nil }
            let near = shape.options.first { folded($0.name) == folded(key) }
            let hint = near.map { ": it is spelt “\($0.name)”" } ?? ""
            return Finding(
                .unknownOption, "“\(key)” is no option here\(hint)", at: place.appending(key), severity: .warning)
        }
    }
}

/// The name without what people mix up: letter case, underscores and hyphens.
private func folded(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }
