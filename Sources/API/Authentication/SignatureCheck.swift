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
        let settings = context.settings
        if settings.signedWebhooks == .off { return .none }
        let authorization = request.fields["Authorization"]
        let token: WebhookToken
        do throws(WebhookTokenError) {
            token = try WebhookToken(authorization: authorization)
        } catch {
            guard isDemanded(from: path) else { return .none }
            throw error == .missing ? .missing : .invalid(error)
        }
        let directory = context.registry.directory
        let claimed = token.claimedApplicationID.flatMap { ApplicationID($0) }.flatMap { directory.application($0) }
        guard isDemanded(from: path) || isDemanded(from: claimed) else { return .none }

        let candidates = context.secrets.candidates(for: claimed ?? path, apiKey: token.claimedAPIKey)
        let now = context.clock.now()
        let rules = WebhookToken.Rules(
            maximumAge: settings.webhookAge.components.seconds, skew: settings.clockSkew.components.seconds,
            requiresQueryHash: settings.refusesGetWithoutHash)
        let claims: WebhookClaims
        do throws(WebhookTokenError) {
            claims = try token.verify(
                secrets: candidates.map(\.secret), payload: content.payload, rules: rules, now: now.seconds,
                knowsApplication: { _ in claimed != nil })
        } catch {
            throw .invalid(error)
        }
        let scope = candidates[claims.secretIndex].scope
        if let path, let application = scope ?? claimed?.id, application != path.id { throw .wrongApplication }
        if let id = claims.tokenID, !context.tokens.admits(id, digest: content.digest, at: now) { throw .replayed }
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
