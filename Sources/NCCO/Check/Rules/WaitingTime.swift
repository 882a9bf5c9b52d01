import JSON

/// N027: a time to wait that acts as another one.
func checkWaitingTime(_ action: CheckedAction) -> [Finding] {
    guard action.kind == .wait, let value = action.object["timeout"],
        let seconds = value.number?.double ?? value.string.flatMap({ JSONNumber($0)?.double }),
        !Wait.seconds.contains(seconds)
    else { return [] }
    let actual = seconds < Wait.seconds.lowerBound ? "0.1" : "7200"
    return [
        action.object.finding(
            .clampedWait, "“timeout” acts as \(actual) seconds: it is 0.1 at least and 7200 at most",
            mend: "Write \(actual).", at: "timeout", severity: .warning, fix: .replacing(value.range, with: actual))
    ]
}
