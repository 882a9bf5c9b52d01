import JSON

/// N009: `from` and `randomFromNumber` are not used together. N034: a telephone is told who calls.
func checkCallerNumbers(_ action: CheckedAction) -> [Finding] {
    guard action.kind == .connect else { return [] }
    let connect = action.object
    switch (connect.has("from"), connect.isTrue("randomFromNumber")) {
    case (true, true):
        return [
            connect.finding(
                .twoCallerNumbers, "“randomFromNumber” stands beside “from”", mend: "Leave out one of the two.",
                at: "randomFromNumber")
        ]
    case (false, false) where action.endpoint?.kind == .phone:
        return [
            connect.finding(
                .noCallerNumber, "a telephone is rung without “from”, so the call may not be put through",
                mend: "Add “from”, one of the application's numbers, or “randomFromNumber”: true.", at: "from",
                severity: .info)
        ]
    default: return []
    }
}
