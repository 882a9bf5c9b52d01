import Directory
import JWT
import Logging
import Synchronization
import Telephony

/// The secrets webhooks are signed with, ready for use, and which of them may sign what.
package final class WebhookSecrets: Sendable {
    /// The secrets that a webhook may be signed with.
    struct Candidates: Sendable {
        /// Best first.
        fileprivate(set) var secrets: [WebhookSecret]
        /// So many of the first are one application's own, which is `owner`.
        fileprivate var ownCount = 0
        fileprivate var owner: ApplicationID?

        /// The one application that a signature by this secret can speak for; nil: every application.
        func scope(of index: Int) -> ApplicationID? { index < ownCount ? owner : nil }
    }

    private struct Entry {
        let texts: [SignatureSecret]
        let prepared: [WebhookSecret]
    }

    /// More applications than this are prepared again now and then.
    private static let capacity = 10_000

    private let global: [WebhookSecret]
    private let byAPIKey: [String: [WebhookSecret]]
    /// Whether the settings hold a secret.
    let existInSettings: Bool
    /// Those of applications, made from the texts they are kept with.
    private let byApplication = Mutex<[ApplicationID: Entry]>([:])

    init(_ settings: APISettings) {
        global = [settings.signatureSecret].compactMap { $0.flatMap { WebhookSecret($0.reveal()) } }
        byAPIKey = settings.signatureSecrets.mapValues { $0.compactMap { WebhookSecret($0.reveal()) } }
        existInSettings = !global.isEmpty || byAPIKey.values.contains { !$0.isEmpty }
    }

    /// The secrets to try: the application's own, its account's, the one for all. What a token claims is a hint where to
    /// look and no more.
    ///
    /// - Parameters:
    ///   - application: the one the token claims, else the one the path names.
    ///   - apiKey: the account the token claims; asked for only where accounts have secrets.
    func candidates(for application: ApplicationEntry?, apiKey: () -> String?) -> Candidates {
        var candidates = Candidates(secrets: global)
        if !byAPIKey.isEmpty {
            let accounts = [apiKey(), application?.apiKey].compactMap { $0.flatMap { byAPIKey[$0] } }
            candidates.secrets = accounts.flatMap { $0 } + global
        }
        if let application, !application.signatureSecrets.isEmpty {
            let own = own(application)
            candidates = Candidates(
                secrets: own + candidates.secrets, ownCount: own.count, owner: application.id)
        }
        return candidates
    }

    private func own(_ application: ApplicationEntry) -> [WebhookSecret] {
        let known = byApplication.withLock { $0[application.id] }
        if let known, known.texts == application.signatureSecrets { return known.prepared }
        let prepared = application.signatureSecrets.compactMap { WebhookSecret($0.reveal()) }
        byApplication.withLock { entries in
            if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
            entries[application.id] = Entry(texts: application.signatureSecrets, prepared: prepared)
        }
        return prepared
    }
}
