import JSON

/// N008: each option has a value of its kind and within its limits. N005, N020, N022, N023, N029 and N030 are about values,
/// too, and found on the way.
func checkOptionValues(_ action: CheckedAction) -> [Finding] {
    action.objects.flatMap { object in
        object.members.flatMap { member -> [Finding] in
            guard let option = object.shape.option(named: member.key) else { return [] }
            if member.value.isNull {
                if option.isRequired { return [] }
                return [
                    object.finding(
                        .badValue, "“\(member.key)” is null, but it is \(option.shape.words)",
                        mend: "Leave “\(member.key)” out.", at: member.key, fix: object.removing(member))
                ]
            }
            let check = ValueCheck(name: member.key, isLenient: option.isLenient)
            return check.findings(member.value, option.shape, at: object.pointer.appending(member.key))
        }
    }
}
