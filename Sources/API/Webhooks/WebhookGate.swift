import Directory
import HTTP
import HTTPServer
import Telephony

/// Lets in the webhooks that are the platform's; of the others a counter and a problem remain, and nothing else.
struct WebhookGate {
    let context: APIContext
    /// Whether the webhook is sent again after a 5xx and nobody waits for it.
    let canWait: Bool

    /// Throws what the sender is told.
    func admit(_ request: Request, path: WebhookPath, content: WebhookContent) throws(Problem)
        -> SignatureCheck.Voucher
    {
        if context.settings.webhooksNeedCertificate, !request.isCertified {
            let problem = Problem.clientCertificateRequired
            context.counters.webhooksRefused.add()
            context.log.info("webhook.refused", ["path": request.path, "code": problem.code, "peer": request.client])
            throw problem
        }
        do throws(SignatureCheck.Refusal) {
            return try SignatureCheck(context: context).voucher(of: request, path: path.entry, content: content)
        } catch {
            throw refused(error, path: request.path, application: path.entry?.id)
        }
    }

    /// Refuses, with the traces that leaves.
    func refused(_ refusal: SignatureCheck.Refusal, path: String, application: ApplicationID?) -> Problem {
        let problem = refusal.problem(canWait: canWait)
        context.counters.webhooksRefused.add()
        context.log.info(
            "webhook.refused", ["path": path, "code": problem.code, "reason": problem.detail ?? problem.title])
        context.problems.note(refusal.stored(path: path, application: application))
        return problem
    }
}
