import JSON

/// N024: of the two ways to detect machines the advanced one wins.
func checkMachineDetections(_ action: CheckedAction) -> [Finding] {
    guard action.kind == .connect, let plain = action.object.member("machineDetection"),
        action.object.has("advancedMachineDetection")
    else { return [] }
    return [
        action.object.finding(
            .twoMachineDetections, "“machineDetection” is passed over beside “advancedMachineDetection”",
            mend: "Leave it out.", at: "machineDetection", isAboutKey: true, severity: .warning,
            fix: action.object.removing(plain))
    ]
}
