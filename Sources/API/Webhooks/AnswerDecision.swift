import CallControl
import Directory
import Registry
import Telephony

/// Whether an answer webhook that was let in is to be decided, and for whom. It reads memory only.
enum AnswerDecision {
    /// Signed for something else than what it names.
    case refused(SignatureCheck.Refusal, application: ApplicationID?)
    /// Answered before; with the NCCO of then.
    case repeated([UInt8])
    /// To be planned for the application whose call it is, if that is known.
    case due(ApplicationID?)
    /// To be answered with the fallback flow: nobody can tell what was asked, or of whom.
    case lost(ApplicationID?)

    /// - Parameters:
    ///   - call: what was asked; `isReadable` is false if nobody could tell.
    ///   - dialled: what it says was dialled.
    ///   - now: by our clock.
    static func on(
        _ call: AnswerWebhook, isReadable: Bool, dialling dialled: DialledNumber, path: WebhookPath,
        voucher: SignatureCheck.Voucher, in context: APIContext, now: Timestamp
    ) -> AnswerDecision {
        let directory = context.registry.directory
        if case .unknown = path { return .lost(nil) }
        guard isReadable else { return .lost(path.entry?.id) }
        let known = context.rememberedOwner(of: call.call, nil)
        if let scope = voucher.scope,
            isForeign(to: scope, path: path.entry?.id, dialling: dialled, known: known)
        {
            return .refused(.wrongApplication, application: scope)
        }
        let owner = application(dialling: dialled, path: path.entry?.id, token: voucher.application, in: directory)
        if SignatureCheck(context: context).isMissing(voucher, for: owner ?? known) {
            return .refused(.missing, application: owner ?? known)
        }
        // A secret of one application must not fetch what another one's call was told.
        if context.settings.keepsRecords, voucher.scope == nil || known == voucher.scope, let id = call.call,
            let reply = context.registry.storedAnswer(call: id, kind: AnswerKind(call.kind), now: now)
        {
            return .repeated(reply)
        }
        return .due(owner)
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
