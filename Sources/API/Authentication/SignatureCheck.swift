import Crypto
import Directory
import HTTP
import JWT
import Telephony

/// The first step of every webhook: whether it is the platform's.
struct SignatureCheck {
    /// What a webhook may speak for.
    struct Voucher: Equatable {
        /// The application its verified token names.
        var application: ApplicationID?
        /// The only application it may speak for, when that one's own secret signed it.
        var scope: ApplicationID?
        /// The `jti` of the verified token.
        var tokenID: String?

        /// Of a webhook that did not have to be signed.
        static let none = Voucher()
    }

    enum Refusal: Error, Equatable {
        case missing
        case invalid(WebhookTokenError)
        /// The token speaks for an application other than the one of the path.
        case wrongApplication
        /// The token has been used with other content.
        case replayed
    }

    let context: APIContext

    /// Checks the signature, its age, what it covers and whether it has been used before.
    ///
    /// - Parameters:
    ///   - path: the application the path names, if it is one of ours.
    ///   - content: what the webhook says, as it came.
    func voucher(of request: Request, path: ApplicationEntry?, content: WebhookContent) throws(Refusal) -> Voucher {
        if context.settings.signedWebhooks == .off { return .none }
        let token: WebhookToken
        do throws(WebhookTokenError) {
            token = try WebhookToken(authorization: request.fields.bytes("Authorization"))
        } catch {
            guard isDemanded(from: path) else { return .none }
            throw error == .missing ? .missing : .invalid(error)
        }
        let claimed = token.withClaimedApplicationID { UUID128(utf8: $0) }
            .flatMap { $0 }.flatMap { context.registry.directory.application(ApplicationID($0)) }
        guard isDemanded(from: path) || isDemanded(from: claimed) else { return .none }

        let candidates = context.secrets.candidates(for: claimed ?? path) { token.claimedAPIKey }
        let now = context.clock.now()
        var covered: SHA256Digest?
        let claims: WebhookClaims
        do throws(WebhookTokenError) {
            claims = try token.verify(
                secrets: candidates.secrets, covering: content.coveredKind,
                digest: {
                    let digest = content.coveredDigest
                    covered = digest
                    return digest
                }, rules: context.webhookRules, now: now.seconds, knowsApplication: claimed != nil)
        } catch {
            throw .invalid(error)
        }
        let scope = candidates.scope(of: claims.secretIndex)
        if let path, let application = scope ?? claimed?.id, application != path.id { throw .wrongApplication }
        let isNew = claims.withTokenID { id in
            let digest = content.isCoveredAsKept ? covered ?? content.digest : content.digest
            return context.tokens.admits(id, digest: digest, at: now)
        }
        if isNew == false { throw .replayed }
        return Voucher(application: claimed?.id, scope: scope, tokenID: claims.tokenID)
    }

    /// Whether a webhook for this application must be signed.
    private func isDemanded(from application: ApplicationEntry?) -> Bool {
        switch context.settings.signedWebhooks {
        case .required: true
        case .off: false
        case .whenSecretExists:
            context.secrets.existInSettings || context.settings.secretsAreUnreadable
                || application.map { !$0.signatureSecrets.isEmpty } ?? false
        }
    }

    /// Whether a webhook that turned out to be for this application should have been signed after all.
    func isMissing(_ voucher: Voucher, for application: ApplicationID?) -> Bool {
        if context.settings.signedWebhooks == .off { return false }
        guard voucher == .none, let entry = application.flatMap({ context.registry.directory.application($0) }) else {
            return false
        }
        return isDemanded(from: entry)
    }
}
