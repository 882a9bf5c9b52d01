import CallControl
import HTTP
import HTTPServer
import Registry
import Telephony

/// `GET|POST /webhooks/answer` and `/webhooks/fallback`: what a call shall do.
///
/// Runs on the loop and waits for nothing: the decision reads memory, the record goes to the store's thread, and the
/// reply leaves after the commit or after 150 ms. Once the signature is good, the caller hears something, whatever
/// fails.
struct AnswerHandler: Sendable {
    let context: APIContext
    let kind: AnswerWebhook.Kind

    func handle(_ request: Request, _ exchange: borrowing Exchange) -> Outcome {
        let now = context.clock.now()
        let path = WebhookPath(exchange, in: context.registry.directory)
        let content = WebhookContent(request)
        let gate = WebhookGate(context: context, canWait: false)
        let voucher: SignatureCheck.Voucher
        do throws(Problem) {
            voucher = try gate.admit(request, path: path, content: content)
        } catch {
            return .reply(error.response(requestID: exchange.requestID))
        }

        var call = AnswerWebhook(kind: kind)
        let fault = content.read(into: &call)
        let directory = context.registry.directory
        let dialled = DialledNumber(call.to, in: directory)
        let decision = AnswerDecision.on(
            call, isReadable: fault == nil, dialling: dialled, path: path, voucher: voucher, in: context, now: now)
        let plan: CallPlan
        switch decision {
        case .refused(let refusal, let application):
            let problem = gate.refused(refusal, path: request.path, application: application)
            return .reply(problem.response(requestID: exchange.requestID))
        case .repeated(let reply):
            context.counters.answers.add()
            context.counters.answersRepeated.add()
            return .reply(.json(reply))
        case .due(let owner):
            plan = CallControl.plan(call, dialling: dialled, for: owner, in: directory, flows: context.flows)
        case .lost(let owner): plan = fallbackPlan(for: call, application: owner, flows: context.flows)
        }
        context.counters.answers.add()
        if plan.flow == .fallback { context.counters.answersFallback.add() }
        // HEAD asks what GET would say; it is no call.
        guard request.method != .head else { return .reply(.json(plan.ncco)) }
        report(plan, call, fault, path)
        guard context.settings.keepsRecords, let id = call.call else { return .reply(.json(plan.ncco)) }
        record(plan, call, id, content, voucher, exchange, now: now)
        return .later
    }

    /// Hands the answer to the store, and sees to it that the reply leaves in time and the phones are woken once.
    private func record(
        _ plan: CallPlan, _ call: AnswerWebhook, _ id: CallUUID, _ content: WebhookContent,
        _ voucher: SignatureCheck.Voucher, _ exchange: borrowing Exchange, now: Timestamp
    ) {
        let invites = plan.invites(
            for: id, conversation: call.conversation, in: context.registry.directory, at: now,
            ringTime: context.settings.ringTime)
        if let application = plan.application {
            context.remember(id, call.conversation, of: application)
        }
        if !invites.isEmpty {
            context.counters.invites.add(invites.count)
            if let conversation = call.conversation { context.liveCalls.note(ringing: id, in: conversation) }
        }
        let answer = AnswerRecord(
            call: id, kind: AnswerKind(call.kind), application: plan.application,
            facts: call.callEvent(receivedAt: now), request: content.raw, reply: plan.ncco,
            tokenID: voucher.tokenID, receivedAt: now, invites: invites.map { AnswerRecord.Invite($0) })

        let ring = RingOnce(invites, context.ringer)
        let (counters, log, ncco) = (context.counters, context.log, plan.ncco)
        let pending = exchange.deferReply(within: context.settings.answerPatience) {
            counters.answersLate.add()
            log.warning("answer.late", ["call": id, "reason": "the disk is slow: no commit in time"])
            ring.uncommitted()
            return .json(ncco)
        }
        let new = context.registry.record(answer) { result in
            switch result {
            case .success(.recorded(let ids)):
                pending.send(.json(ncco))
                ring.committed(ids)
            case .success(.repeated(let reply)):
                counters.answersRepeated.add()
                pending.send(.json(voucher.scope == nil ? reply : ncco))
                ring.repeated()
            case .failure(let error):
                // It waits in memory; the store says in the log and in its health what is wrong.
                log.info("answer.not_recorded_yet", ["call": id, "reason": error])
                pending.send(.json(ncco))
                ring.uncommitted()
            }
        }
        ring.learn(new: new)
    }

    /// Tells the operator what was decided, and what is to be mended.
    private func report(
        _ plan: CallPlan, _ call: AnswerWebhook, _ fault: WebhookContent.Fault?, _ path: WebhookPath
    ) {
        context.log.debug(
            "answer.planned",
            [
                "call": call.call?.text ?? "", "flow": plan.flow.text,
                "to": call.to.flatMap { E164(dialled: $0) }.map { "\($0)" } ?? "",
                "devices": plan.deviceCount, "problem": plan.problem?.code ?? "",
            ])
        if let problem = StoredProblem.found(in: plan, call, fault, path) { context.problems.note(problem) }
    }
}

extension CallPlan {
    /// How many phones it wakes.
    fileprivate var deviceCount: Int {
        effects.reduce(0) { count, effect in
            switch effect {
            case .invite(_, let devices): count + devices.count
            }
        }
    }
}
