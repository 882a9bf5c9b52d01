import JSON

/// N025: a name the platform does not know and passes over.
func checkOptionNames(_ action: CheckedAction) -> [Finding] {
    action.objects.flatMap { object in
        object.members.compactMap { member -> Finding? in
            if member.key == object.kindKey { return nil }
            if object.shape.options.contains(where: { $0.name == member.key }) { return nil }
            return unknownName(member, in: object)
        }
    }
}

private func unknownName(_ member: PositionedMember, in object: CheckedObject) -> Finding {
    let key = member.key
    var finding = Finding(
        .unknownOption, "“\(key)” is no option of “\(object.shape.name)”, so it is passed over",
        mend: "Leave it out, unless a newer platform knows it.", at: object.pointer.appending(key),
        range: member.keyRange, severity: .warning)
    guard key.utf8.count <= 40 else { return finding }
    let names = object.shape.options.map(\.name) + (object.kindKey.map { [$0] } ?? [])
    if let same = names.first(where: { Spelling.folded($0) == Spelling.folded(key) }) {
        finding.message = "“\(key)” is no option of “\(object.shape.name)”: it is spelt “\(same)”"
        finding.mend = "Write “\(same)”."
        finding.fix = object.renaming(member, to: same)
    } else if let near = Spelling.nearest(to: key, among: names) {
        finding.message = "“\(key)” is no option of “\(object.shape.name)”; did you mean “\(near)”?"
        finding.mend = "Write “\(near)” if that is meant."
    } else if case let owners = ActionKind.allCases.filter({ $0.shape.option(named: key) != nil }), !owners.isEmpty {
        let names = owners.map { "“\($0.rawValue)”" }.joined(separator: ", ")
        finding.message = "“\(key)” is an option of \(names), not of “\(object.shape.name)”, so it is passed over"
        finding.mend = "Leave it out."
    }
    return finding
}
