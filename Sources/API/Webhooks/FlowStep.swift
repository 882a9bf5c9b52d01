import CallControl
import HTTP
import HTTPServer
import Push
import Registry
import Telephony

/// How a call goes on after the step of a flow that an event comes from.
struct FlowStep: Sendable {
    private let ncco: [UInt8]
    private let invites: [Invite]
    private let context: APIContext

    /// Nil if nothing was asked: the event comes from no step, or nobody reads what is answered to it.
    init?(
        _ flow: String?, _ event: ReceivedEvent, _ content: WebhookContent, for application: ApplicationID?,
        in context: APIContext
    ) {
        guard let flow, FlowName.isName(flow), let webhook = event.step(try? content.object.get()),
            let plan = stepPlan(
                flow, after: webhook, event.facts, for: application, in: context.registry.directory,
                flows: context.flows)
        else { return nil }
        ncco = plan.ncco
        self.context = context
        let facts = event.facts
        // The phones ring for the call that has rung others before; its end stops them.
        let call = facts.conversation.flatMap { context.liveCalls.ringing(in: $0) } ?? facts.call
        if let call, context.settings.keepsRecords {
            invites = plan.invites(
                for: call, conversation: facts.conversation, in: context.registry.directory,
                at: facts.receivedAt, ringTime: context.settings.ringTime)
            if !invites.isEmpty, let conversation = facts.conversation {
                context.liveCalls.note(ringing: call, in: conversation)
            }
        } else {
            invites = []
        }
        context.log.debug(
            "step.planned",
            [
                "call": facts.call?.text ?? "", "step": flow, "flow": plan.flow.text, "devices": invites.count,
                "problem": plan.problem?.code ?? "",
            ])
        if let problem = StoredProblem.found(in: plan, call: facts.call) { context.problems.note(problem) }
    }

    var response: Response { .json(ncco) }

    /// Whether phones are to be woken.
    var rings: Bool { !invites.isEmpty }

    /// Wakes them. What a crash leaves undone here is not made up for: the platform asks again, and rings the app itself.
    func ring() {
        guard rings else { return }
        context.counters.invites.add(invites.count)
        context.ringer.ring(invites)
    }
}
