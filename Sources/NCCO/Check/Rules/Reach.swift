import JSON

/// N019: nothing comes after what does not end.
func checkReach(_ actions: [CheckedAction?], _ elements: [PositionedValue]) -> [Finding] {
    var canBeCutShort = false
    for (index, action) in actions.enumerated() {
        guard let action else { continue }
        var reason: String?
        switch action.kind {
        case .transfer: reason = "“transfer” has moved the call elsewhere"
        case .input: canBeCutShort = false
        case .talk, .stream:
            canBeCutShort = canBeCutShort || action.object.isTrue("bargeIn")
            if action.object.integer("loop") == 0, !canBeCutShort {
                reason = "the “\(action.kind.rawValue)” in front goes on for ever"
            }
        default: break
        }
        guard let reason, index + 1 < elements.count else { continue }
        return [
            Finding(
                .neverReached, "never reached: \(reason)", mend: "Take out what follows, or change what is in front.",
                at: JSONPointer().appending(index + 1), range: elements[index + 1].range, severity: .warning)
        ]
    }
    return []
}
