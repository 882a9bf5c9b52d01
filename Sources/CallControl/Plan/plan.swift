import Directory
import Telephony

/// Decides what a call does.
///
/// It ends in something spoken or somebody rung whatever the webhook holds.
///
/// - Parameters:
///   - dialled: what `call` says was dialled.
///   - application: whose webhook it is, if that is known (`application(dialling:path:token:in:)`).
package func plan(
    _ call: AnswerWebhook, dialling dialled: DialledNumber, for application: ApplicationID?,
    in directory: some CallDirectory, flows: Flows
) -> CallPlan {
    if call.kind == .fallback { return fallbackPlan(for: call, application: application, flows: flows) }
    return call.fromUser == nil
        ? planInbound(call, dialling: dialled, for: application, in: directory, flows: flows)
        : planFromApp(call, dialling: dialled, for: application, in: directory, flows: flows)
}

/// The plan of last resort: what the caller hears when nothing else can be decided.
package func fallbackPlan(for call: AnswerWebhook, application: ApplicationID?, flows: Flows) -> CallPlan {
    spokenPlan(.fallback, call, .of(call), application, problem: nil, flows: flows)
}

/// A call from outside to one of our numbers.
private func planInbound(
    _ call: AnswerWebhook, dialling dialled: DialledNumber, for application: ApplicationID?,
    in directory: some CallDirectory, flows: Flows
) -> CallPlan {
    let caller = CallerIdentity.of(call)
    func spoken(_ problem: PlanProblem, application: ApplicationID?) -> CallPlan {
        spokenPlan(.unknownNumber, call, caller, application, problem: problem, flows: flows)
    }

    guard let text = dialled.text else { return spoken(.nothingDialled, application: application) }
    guard let number = dialled.entry else { return spoken(.unknownNumber(text), application: application) }
    if let application, let owner = number.application, owner != application {
        return spoken(.otherApplication(number.number), application: application)
    }
    guard let user = number.user.flatMap({ directory.user($0) }) else {
        return spoken(.nobodyLinked(number.number), application: number.application ?? application)
    }
    if let owner = number.application ?? application, user.application != owner {
        return spoken(.otherApplication(number.number), application: owner)
    }
    let (digits, spokenCaller) = (number.number.digits, caller.spoken)
    let values = FlowValues(
        callee: user.shownName, user: user.name.text, number: digits,
        callerNumber: caller.isDialable ? spokenCaller : digits, caller: spokenCaller)
    return connectPlan(to: user, caller, values, greeting: number.greeting, in: directory, flows: flows)
}

/// A call of an app user to a telephone or to another user.
private func planFromApp(
    _ call: AnswerWebhook, dialling dialled: DialledNumber, for application: ApplicationID?,
    in directory: some CallDirectory, flows: Flows
) -> CallPlan {
    let application = application ?? directory.onlyApplication
    let user = application.flatMap { application in
        call.fromUser.flatMap { UserName($0) }.flatMap { directory.user(named: $0, in: application) }
    }
    let caller = CallerIdentity.user(
        name: user?.name.text ?? call.fromUser ?? "", shown: user?.shownName ?? call.fromUser ?? "")
    func spoken(_ problem: PlanProblem) -> CallPlan {
        spokenPlan(.unknownNumber, call, caller, application, problem: problem, flows: flows)
    }

    guard let text = dialled.text else { return spoken(.nothingDialled) }
    guard let application else { return spoken(.unknownApplication) }
    if let number = dialled.number, number.isDialable {
        guard let own = directory.callerNumber(of: application, calling: number) else {
            return spoken(.noCallerNumber(application))
        }
        let values = FlowValues(
            callee: number.digits, user: user?.name.text ?? call.fromUser ?? "", number: number.digits,
            callerNumber: own.number.digits, caller: caller.spoken)
        return CallPlan(
            ncco: flows.ncco(.connectPhone, values), flow: .connectPhone, application: application, caller: caller)
    }
    guard let callee = UserName(text).flatMap({ directory.user(named: $0, in: application) }) else {
        return spoken(.unknownCallee(text))
    }
    let own = directory.oldestNumber(of: application, in: nil)?.number.digits ?? ""
    let values = FlowValues(
        callee: callee.shownName, user: callee.name.text, number: own, callerNumber: own, caller: caller.spoken)
    return connectPlan(to: callee, caller, values, greeting: nil, in: directory, flows: flows)
}

private func connectPlan(
    to user: UserEntry, _ caller: CallerIdentity, _ values: FlowValues, greeting: String?,
    in directory: some CallDirectory, flows: Flows
) -> CallPlan {
    let devices = directory.devices(of: user.id)
    // Where the platform pushes by itself, a second push would ring the phone twice.
    let rings = !devices.isEmpty && directory.application(user.application)?.pushBy != .platform
    return CallPlan(
        ncco: flows.ncco(.connectUser, values, greeting: greeting), flow: .connectUser,
        application: user.application, caller: caller, callee: user,
        effects: rings ? [.invite(user: user, devices: devices)] : [])
}

private func spokenPlan(
    _ flow: FlowName, _ call: AnswerWebhook, _ caller: CallerIdentity, _ application: ApplicationID?,
    problem: PlanProblem?, flows: Flows
) -> CallPlan {
    let dialled = call.to ?? ""
    let number = E164(dialled: dialled)?.digits ?? ""
    let values = FlowValues(
        callee: dialled, user: "", number: number, callerNumber: caller.isDialable ? caller.spoken : number,
        caller: caller.spoken)
    return CallPlan(
        ncco: flows.ncco(flow, values), flow: flow, application: application, caller: caller, problem: problem)
}

extension CallerIdentity {
    /// Who asks for an NCCO, without a look into the directory.
    fileprivate static func of(_ call: AnswerWebhook) -> CallerIdentity {
        if let name = call.fromUser { return .user(name: name, shown: name) }
        // Most callers are bare digits.
        if let text = call.from, let number = E164(text) { return .number(number) }
        return CallerIdentity(from: call.from)
    }

    /// Whether the caller is a number that an NCCO may name.
    fileprivate var isDialable: Bool { number?.isDialable ?? false }
}

extension E164 {
    /// Whether an NCCO may name it (rule N022): shorter ones are emergency and service numbers of one country.
    fileprivate var isDialable: Bool { count >= 7 && !beginsWithZero }
}
