import Directory
import NCCO
import Telephony

/// Decides how a call goes on after one step of a flow.
///
/// - Parameters:
///   - name: the step: the flow that its URL names.
///   - webhook: what has come of the step before.
///   - event: what else the webhook says. Whose call it is stands in it: the number that was called or the user who was
///     rung.
/// - Returns: nil if the flow under way simply goes on.
package func stepPlan(
    _ name: String, after webhook: StepWebhook, _ event: CallEvent, for application: ApplicationID?,
    in directory: some CallDirectory, flows: Flows
) -> CallPlan? {
    let called = StepCall(event, of: application, in: directory)
    let candidates = webhook.candidates(after: name)
    func failed(_ problem: PlanProblem) -> CallPlan {
        CallPlan(
            ncco: flows.lastNCCO(called.values), flow: .fallback, application: application, caller: called.caller,
            problem: problem)
    }

    guard
        let (flow, template) = candidates.lazy.compactMap({ text -> (FlowName, FlowTemplate)? in
            let flow = FlowName(text)
            return flows.template(flow).map { (flow, $0) }
        }).first
    else {
        // Without a flow for what was pressed the one under way goes on, which says something, too.
        if case .input = webhook { return nil }
        return failed(.missingFlow(name))
    }
    guard called.user != nil || !template.facts.needsUser else { return failed(.flowWithoutUser(flow.text)) }
    var values = called.values
    if template.asksForMore {
        values.fields = CallFields(
            from: event.from ?? event.fromUser ?? "", to: event.to ?? "", userDisplayName: called.user?.shownName,
            applicationName: application.flatMap { directory.application($0) }?.name,
            steps: flows.stepURL(for: application))
    }
    let ncco: [UInt8]
    do throws(Finding) { ncco = try template.filled(with: values, greeting: nil) } catch {
        return failed(.unfitFlow(flow.text, error))
    }
    var plan = CallPlan(ncco: ncco, flow: flow, application: application, caller: called.caller)
    if let application { plan.ring(template, called.user, of: application, in: directory) }
    return plan
}

/// Who calls whom, as far as an event of the call tells.
private struct StepCall {
    let caller: CallerIdentity
    /// The number of ours that was called, or that a phone that was rung was shown.
    let number: NumberEntry?
    let user: UserEntry?

    init(_ event: CallEvent, of application: ApplicationID?, in directory: some CallDirectory) {
        let names = [event.to, event.from]
        func isOwn(_ entry: NumberEntry) -> Bool { entry.application == nil || entry.application == application }
        number = names.lazy.compactMap { $0.flatMap { E164(dialled: $0) } }.compactMap { directory.number($0) }
            .first(where: isOwn)
        // An event of the leg that was rung names the user; one of the caller's leg names the number.
        let rung = application.flatMap { application in
            event.to.flatMap { UserName($0) }.flatMap { directory.user(named: $0, in: application) }
        }
        let linked = number?.user.flatMap { directory.user($0) }
        user = rung ?? (linked?.application == application ? linked : nil)
        caller = event.fromUser.map { .user(name: $0, shown: $0) } ?? CallerIdentity(from: event.from)
    }

    var values: FlowValues {
        let digits = number?.number.digits ?? ""
        return FlowValues(
            callee: user?.shownName ?? digits, user: user?.name.text ?? "", number: digits,
            callerNumber: caller.isDialable ? caller.spoken : digits, caller: caller.spoken)
    }
}
