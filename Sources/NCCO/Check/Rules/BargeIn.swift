import JSON

/// N011: after `bargeIn` only `talk` and `stream` come before an `input`. N028: it lasts until then.
func checkBargeIn(_ actions: [CheckedAction?], _ elements: [PositionedValue]) -> [Finding] {
    var findings: [Finding] = []
    var start: CheckedAction?
    for action in actions {
        guard let action else {
            // Whatever it is meant to be, it has a finding already.
            start = nil
            continue
        }
        switch action.kind {
        case .input: start = nil
        case .talk, .stream:
            if action.object.isTrue("bargeIn") {
                start = start ?? action
            } else if start != nil, action.object.isFalse("bargeIn") {
                findings.append(sticky(action.object))
            }
        default:
            guard start != nil else { continue }
            start = nil
            findings.append(
                Finding(
                    .bargeInWithoutInput,
                    "“\(action.kind.rawValue)” stands between “bargeIn” and the “input” that must follow it",
                    mend: "Put an “input” in front of it, or leave out “bargeIn”.", at: action.object.pointer,
                    range: action.object.value.range))
        }
    }
    if let start {
        findings.append(
            start.object.finding(
                .bargeInWithoutInput, "no “input” follows “bargeIn”", mend: "Add an “input”, or leave out “bargeIn”.",
                at: "bargeIn"))
    }
    return findings
}

private func sticky(_ object: CheckedObject) -> Finding {
    object.finding(
        .stickyBargeIn, "“bargeIn”: false has no effect: it was true before, and stays so until an “input”",
        mend: "Leave it out.", at: "bargeIn", severity: .warning,
        fix: object.member("bargeIn").flatMap { object.removing($0) })
}
