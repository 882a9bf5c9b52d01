import CallControl
import Directory
import EventLoop
import HTTP
import HTTPServer
import Registry
import Telephony

/// `POST|GET /webhooks/event` and `/webhooks/rtc`: what has happened to a call; and `/webhooks/flow/{flow}`, where the
/// platform also asks how it goes on.
///
/// A 2xx means that the event is on the disk. An object is kept as it came, whether anybody understands it or not.
struct EventHandler: Sendable {
    let context: APIContext
    let source: EventRecord.Source

    private var gate: WebhookGate { WebhookGate(context: context, canWait: true) }

    func handle(_ request: Request, _ exchange: borrowing Exchange) -> Outcome {
        let path = WebhookPath(exchange, in: context.registry.directory)
        let content = WebhookContent(request)
        let voucher: SignatureCheck.Voucher
        let event: ReceivedEvent
        do throws(Problem) {
            voucher = try gate.admit(request, path: path, content: content)
            event = try understood(content, request)
        } catch {
            return .reply(error.response(requestID: exchange.requestID))
        }
        // HEAD is no event.
        guard request.method != .head else { return .reply(Response()) }

        let entry = EventEntry(
            event: event, content: content, voucher: voucher, path: path,
            flow: exchange.parameters.value(of: "flow"), requestID: exchange.requestID, loop: exchange.loop)
        let known = context.rememberedOwner(of: event.facts.call, event.facts.conversation)
        let (counters, requestID) = (context.counters, exchange.requestID)
        let pending = exchange.deferReply(within: context.settings.eventPatience) {
            counters.eventsFailed.add()
            return Problem.storeUnavailable.retrying(after: 5).response(requestID: requestID)
        }
        if known == nil, mustAskStore(entry) {
            let text = request.path
            Task(executorPreference: exchange.loop) {
                file(entry, at: text, known: await storedOwner(of: entry.event.facts), pending)
            }
        } else {
            file(entry, at: request.path, known: known, pending)
        }
        return .later
    }

    private func understood(_ content: WebhookContent, _ request: Request) throws(Problem) -> ReceivedEvent {
        let now = context.clock.now()
        if source == .event, let plain = content.plainEvent(receivedAt: now) { return ReceivedEvent(plain) }
        switch content.object {
        case .success(let object): return ReceivedEvent(object, source: source, receivedAt: now)
        case .failure(let fault):
            context.counters.eventsUnreadable.add()
            context.log.info("event.unreadable", ["path": request.path, "reason": fault])
            context.problems.note(
                StoredProblem(code: "unreadable_event", subject: request.path, detail: "\(fault)"))
            throw fault == .contentCoded
                ? .unsupportedMediaType.with(detail: "\(fault)") : .unreadableEvent.with(detail: "\(fault)")
        }
    }

    // MARK: Whose it is

    /// Whether only the store can tell whose call it is, or that it is not somebody else's.
    private func mustAskStore(_ entry: EventEntry) -> Bool {
        guard context.settings.keepsRecords, entry.event.facts.call != nil || entry.event.facts.conversation != nil
        else { return false }
        return entry.voucher.scope != nil || owner(of: entry, known: nil) == nil
    }

    private func owner(of entry: EventEntry, known: ApplicationID?) -> ApplicationID? {
        // Nobody's, but kept.
        if case .unknown = entry.path { return nil }
        return entry.event.owner(
            path: entry.path.entry?.id, token: entry.voucher.application, known: known,
            in: context.registry.directory)
    }

    private func storedOwner(of facts: CallEvent) async -> ApplicationID? {
        // What the tables do not hold yet is remembered (`LiveCalls`): nothing has to be settled for this.
        let found = try? await context.registry.read(ofCalls: false) { tx -> ApplicationID? in
            if let call = facts.call, let stored = try CallStore(tx).find(call) { return stored.application }
            guard let conversation = facts.conversation else { return nil }
            var query = CallQuery()
            query.conversation = conversation
            query.size = 20
            return try CallStore(tx).list(query).items.lazy.compactMap(\.application).first
        }
        return found ?? nil
    }

    // MARK: Filing

    /// - Parameter path: its URL's path, for the record of a refusal.
    private func file(
        _ entry: EventEntry, at path: @autoclosure () -> String, known: ApplicationID?, _ pending: PendingReply
    ) {
        let owner = owner(of: entry, known: known)
        let facts = entry.event.facts
        if let refusal = refusal(of: entry, owner: owner, known: known) {
            let problem = gate.refused(refusal, path: path(), application: entry.voucher.scope ?? owner)
            pending.send(entry.response(problem))
            return
        }
        if let owner { context.remember(facts.call, facts.conversation, of: owner) }
        let step = FlowStep(entry.flow, entry.event, entry.content, for: owner, in: context)
        if step?.rings != true { stopRinging(after: entry.event) }
        guard context.settings.keepsRecords else {
            pending.send(step?.response ?? Response())
            return
        }
        if case .unknown(let id) = entry.path {
            context.problems.note(
                StoredProblem(
                    code: "unknown_application", subject: String(id.prefix(64)), call: facts.call,
                    detail: "an event came for an application that is not here: `hookline apps import` brings one in"))
        }
        let record = EventRecord(
            source: source, application: owner, facts: facts, body: entry.content.raw,
            digest: entry.content.digest.bytes,
            tokenID: entry.voucher.tokenID)
        let receipt = EventReceipt(entry, owner: owner, step: step, pending: pending)
        context.registry.record(record) { result in recorded(receipt, result) }
    }

    private func refusal(of entry: EventEntry, owner: ApplicationID?, known: ApplicationID?)
        -> SignatureCheck.Refusal?
    {
        if let scope = entry.voucher.scope,
            isForeign(
                to: scope, path: entry.path.entry?.id,
                dialling: DialledNumber(entry.event.facts.to, in: context.registry.directory), known: known)
        {
            return .wrongApplication
        }
        return SignatureCheck(context: context).isMissing(entry.voucher, for: owner) ? .missing : nil
    }

    /// Runs on the store's thread.
    private func recorded(_ receipt: EventReceipt, _ result: Result<EventOutcome, StoreError>) {
        let pending = receipt.pending
        switch result {
        case .success(.recorded):
            context.counters.eventsRecorded.add()
            receipt.step?.ring()
            guard let problem = receipt.problem else {
                pending.send(receipt.response)
                return
            }
            // Who has been told that the event is here finds the problem, too.
            Task(executorPreference: receipt.loop) {
                await context.problems.keep(problem)
                pending.send(receipt.response)
            }
        case .success(.repeated):
            context.counters.eventsRepeated.add()
            pending.send(receipt.response)
        case .failure(let error):
            context.counters.eventsFailed.add()
            context.log.error("event.not_recorded", ["call": receipt.call?.text ?? "", "reason": error])
            let problem = Problem.storeUnavailable.retrying(after: 5)
            pending.send(problem.response(requestID: receipt.requestID))
        }
    }

    /// Tells the ringer when a call needs nobody woken any more: its own leg is over, or another leg of its
    /// conversation was taken or is over. That its own leg is answered means nothing yet: the platform answers the
    /// caller before it rings the user.
    private func stopRinging(after event: ReceivedEvent) {
        guard let effect = event.effect else { return }
        if effect == .ended, let call = event.facts.call { context.ringer.callEnded(call) }
        guard let conversation = event.facts.conversation, let ringing = context.liveCalls.ringing(in: conversation),
            let leg = event.facts.call, leg != ringing
        else { return }
        context.ringer.callEnded(ringing)
    }
}

/// One event on its way into the store. Of its request nothing is kept: the connection reads the next one into the
/// same memory.
private struct EventEntry: Sendable {
    let event: ReceivedEvent
    let content: WebhookContent
    let voucher: SignatureCheck.Voucher
    let path: WebhookPath
    /// The step it comes from, where its URL names one.
    let flow: String?
    let requestID: UInt64
    let loop: EventLoop

    func response(_ problem: Problem) -> Response { problem.response(requestID: requestID) }
}

/// What is left to be said of an event once the store has taken it, or has not. It crosses to the store's thread, which
/// has better things to do than to free the rest.
private final class EventReceipt: Sendable {
    let call: CallUUID?
    /// What the platform complains of in the event.
    let problem: StoredProblem?
    /// How the call goes on, if that was asked.
    let step: FlowStep?
    let requestID: UInt64
    let loop: EventLoop
    let pending: PendingReply

    init(_ entry: EventEntry, owner: ApplicationID?, step: FlowStep?, pending: PendingReply) {
        let facts = entry.event.facts
        call = facts.call
        self.step = step
        problem = entry.event.complaint.map { complaint in
            StoredProblem(
                code: "provider_error", subject: facts.conversation?.text ?? facts.call?.text ?? "platform",
                application: owner, call: facts.call, detail: complaint)
        }
        requestID = entry.requestID
        loop = entry.loop
        self.pending = pending
    }

    /// What the platform gets once the event is on the disk.
    var response: Response { step?.response ?? Response() }
}
