import Directory
import NCCO
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
    fallbackPlan(call, .of(call), application, problem: nil, flows: flows)
}

/// A call from outside to one of our numbers.
private func planInbound(
    _ call: AnswerWebhook, dialling dialled: DialledNumber, for application: ApplicationID?,
    in directory: some CallDirectory, flows: Flows
) -> CallPlan {
    let caller = CallerIdentity.of(call)
    func spoken(_ problem: PlanProblem, application: ApplicationID?) -> CallPlan {
        unknownNumberPlan(call, caller, application, problem: problem, flows: flows)
    }

    guard let text = dialled.text else { return spoken(.nothingDialled, application: application) }
    guard let number = dialled.entry else { return spoken(.unknownNumber(text), application: application) }
    if let application, let owner = number.application, owner != application {
        return spoken(.otherApplication(number.number), application: application)
    }
    let owner = number.application ?? application
    let user = number.user.flatMap { directory.user($0) }
    if let user, let owner, user.application != owner {
        return spoken(.otherApplication(number.number), application: owner)
    }
    let (digits, spokenCaller) = (number.number.digits, caller.spoken)
    let callerNumber = caller.isDialable ? spokenCaller : digits
    var problem: PlanProblem?
    let chosen =
        number.flow
        ?? (directory.hasApplicationFlows
            ? (user?.application ?? owner).flatMap { directory.application($0) }?.flow : nil)
    if let chosen {
        if let template = flows.template(FlowName(chosen)) {
            guard user != nil || !template.facts.needsUser else {
                return spoken(.flowWithoutUser(chosen), application: owner)
            }
            let values = FlowValues(
                callee: user?.shownName ?? digits, user: user?.name.text ?? "", number: digits,
                callerNumber: callerNumber, caller: spokenCaller)
            return connectPlan(
                FlowName(chosen), template, call, dialled, to: user, caller, values, greeting: number.greeting,
                of: user?.application ?? owner, in: directory, flows: flows)
        }
        problem = .missingFlow(chosen)
    }
    guard let user, let template = flows.template(.connectUser) else {
        return spoken(problem ?? .nobodyLinked(number.number), application: owner)
    }
    let values = FlowValues(
        callee: user.shownName, user: user.name.text, number: digits, callerNumber: callerNumber,
        caller: spokenCaller)
    var plan = connectPlan(
        .connectUser, template, call, dialled, to: user, caller, values, greeting: number.greeting,
        of: user.application, in: directory, flows: flows)
    if problem != nil, plan.problem == nil { plan.problem = problem }
    return plan
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
        unknownNumberPlan(call, caller, application, problem: problem, flows: flows)
    }

    guard let text = dialled.text else { return spoken(.nothingDialled) }
    guard let application else { return spoken(.unknownApplication) }
    if let number = dialled.number, number.isDialable {
        guard let own = directory.callerNumber(of: application, calling: number),
            let template = flows.template(.connectPhone)
        else { return spoken(.noCallerNumber(application)) }
        let values = FlowValues(
            callee: number.digits, user: user?.name.text ?? call.fromUser ?? "", number: number.digits,
            callerNumber: own.number.digits, caller: caller.spoken)
        return connectPlan(
            .connectPhone, template, call, dialled, to: nil, caller, values, greeting: nil, of: application,
            in: directory, flows: flows)
    }
    guard let callee = UserName(text).flatMap({ directory.user(named: $0, in: application) }),
        let template = flows.template(.connectUser)
    else { return spoken(.unknownCallee(text)) }
    let own = directory.oldestNumber(of: application, in: nil)?.number.digits ?? ""
    let values = FlowValues(
        callee: callee.shownName, user: callee.name.text, number: own, callerNumber: own, caller: caller.spoken)
    return connectPlan(
        .connectUser, template, call, dialled, to: callee, caller, values, greeting: nil, of: callee.application,
        in: directory, flows: flows)
}

/// Fills a flow and finds whom it rings.
private func connectPlan(
    _ flow: FlowName, _ template: FlowTemplate, _ call: AnswerWebhook, _ dialled: DialledNumber, to user: UserEntry?,
    _ caller: CallerIdentity, _ values: FlowValues, greeting: String?, of application: ApplicationID?,
    in directory: some CallDirectory, flows: Flows
) -> CallPlan {
    var values = values
    if template.asksForMore || greeting.map(Greeting.asksForMore) ?? false {
        values.fields = CallFields(
            call, dialled, userDisplayName: user?.shownName ?? (flow.isOfCallingUser ? caller.spoken : nil),
            applicationName: application.flatMap { directory.application($0) }?.name,
            steps: flows.stepURL(for: application))
    }
    let ncco: [UInt8]
    do throws(Finding) { ncco = try template.filled(with: values, greeting: greeting) } catch {
        return fallbackPlan(call, caller, application, problem: .unfitFlow(flow.text, error), flows: flows)
    }
    if template.facts.ringsUserOnly, let user {
        return CallPlan(
            ncco: ncco, flow: flow, application: application, caller: caller, callee: user,
            effects: CallPlan.invites(of: user, in: directory))
    }
    var plan = CallPlan(ncco: ncco, flow: flow, application: application, caller: caller)
    if let application { plan.ring(template, user, of: application, in: directory) }
    return plan
}

/// Something spoken for a call that rings nobody.
private func unknownNumberPlan(
    _ call: AnswerWebhook, _ caller: CallerIdentity, _ application: ApplicationID?, problem: PlanProblem,
    flows: Flows
) -> CallPlan {
    guard let template = flows.template(.unknownNumber) else {
        return fallbackPlan(call, caller, application, problem: problem, flows: flows)
    }
    var values = FlowValues(call, caller)
    if template.asksForMore {
        values.fields = CallFields(
            from: call.shownCaller, to: call.to ?? "", userDisplayName: nil, applicationName: nil,
            customData: call.customData, headers: call.sipHeaders, steps: flows.stepURL(for: application))
    }
    let ncco: [UInt8]
    do throws(Finding) { ncco = try template.filled(with: values, greeting: nil) } catch {
        return fallbackPlan(call, caller, application, problem: problem, flows: flows)
    }
    return CallPlan(
        ncco: ncco, flow: .unknownNumber, application: application, caller: caller, problem: problem)
}

private func fallbackPlan(
    _ call: AnswerWebhook, _ caller: CallerIdentity, _ application: ApplicationID?, problem: PlanProblem?,
    flows: Flows
) -> CallPlan {
    CallPlan(
        ncco: flows.lastNCCO(FlowValues(call, caller)), flow: .fallback, application: application, caller: caller,
        problem: problem)
}

extension FlowValues {
    /// Those of a call that reaches nobody.
    init(_ call: AnswerWebhook, _ caller: CallerIdentity) {
        let dialled = call.to ?? ""
        let number = E164(dialled: dialled)?.digits ?? ""
        self.init(
            callee: dialled, user: "", number: number, callerNumber: caller.isDialable ? caller.spoken : number,
            caller: caller.spoken)
    }
}

extension CallFields {
    convenience init(
        _ call: AnswerWebhook, _ dialled: DialledNumber, userDisplayName: String?, applicationName: String?,
        steps: String?
    ) {
        self.init(
            from: call.shownCaller, to: dialled.number?.digits ?? dialled.text ?? "",
            userDisplayName: userDisplayName, applicationName: applicationName, customData: call.customData,
            headers: call.sipHeaders, steps: steps)
    }
}

extension AnswerWebhook {
    /// Who calls, as the webhook says it; a number in digits.
    fileprivate var shownCaller: String {
        guard let text = from else { return fromUser ?? "" }
        return E164(text)?.digits ?? text
    }
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
    var isDialable: Bool { number?.isDialable ?? false }
}

extension E164 {
    /// Whether an NCCO may name it (rule N022): shorter ones are emergency and service numbers of one country.
    fileprivate var isDialable: Bool { count >= 7 && !beginsWithZero }
}
