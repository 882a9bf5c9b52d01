import CallControl
import Directory
import Registry
import Telephony

/// What an answer webhook that was let in leads to: a reply and, for a call that is answered for the first time, what
/// is to be kept and who is to be woken. It reads memory only.
enum AnswerDecision {
    /// Signed for something else than what it names.
    case refused(SignatureCheck.Refusal, application: ApplicationID?)
    /// Answered before; with the NCCO of then.
    case repeated([UInt8])
    case planned(CallPlan)

    /// - Parameters:
    ///   - call: what was asked; `isReadable` is false if nobody could tell.
    ///   - now: by our clock.
    init(
        _ call: AnswerWebhook, isReadable: Bool, path: WebhookPath, voucher: SignatureCheck.Voucher,
        in context: APIContext, now: Timestamp
    ) {
        let directory = context.registry.directory
        guard isReadable else {
            self = .planned(fallbackPlan(for: call, application: path.entry?.id, flows: context.flows))
            return
        }
        if case .unknown = path {
            self = .planned(fallbackPlan(for: call, application: nil, flows: context.flows))
            return
        }
        let known = context.rememberedOwner(of: call.call, nil)
        if let scope = voucher.scope,
            isForeign(to: scope, path: path.entry?.id, to: call.to, known: known, in: directory)
        {
            self = .refused(.wrongApplication, application: scope)
            return
        }
        let owner = application(for: call, path: path.entry?.id, token: voucher.application, in: directory)
        if SignatureCheck(context: context).isMissing(voucher, for: owner ?? known) {
            self = .refused(.missing, application: owner ?? known)
            return
        }
        // A secret of one application must not fetch what another one's call was told.
        if context.settings.keepsRecords, voucher.scope == nil || known == voucher.scope, let id = call.call,
            let reply = context.registry.storedAnswer(call: id, kind: AnswerKind(call.kind), now: now)
        {
            self = .repeated(reply)
            return
        }
        self = .planned(plan(call, for: owner, in: directory, flows: context.flows))
    }
}

extension AnswerKind {
    init(_ kind: AnswerWebhook.Kind) {
        switch kind {
        case .answer: self = .answer
        case .fallback: self = .fallback
        }
    }
}
