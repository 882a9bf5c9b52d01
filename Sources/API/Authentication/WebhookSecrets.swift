import Directory
import JWT
import Logging
import Synchronization
import Telephony

/// The secrets webhooks are signed with, ready for use, and which of them may sign what.
package final class WebhookSecrets: Sendable {
    /// A secret with what a signature by it can speak for.
    struct Candidate: Sendable {
        let secret: WebhookSecret
        /// The one application whose own secret it is; nil: every application.
        let scope: ApplicationID?
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

    /// The secrets to try, best first: the application's own, its account's, the one for all. What a token claims is
    /// a hint where to look and no more.
    ///
    /// - Parameters:
    ///   - application: the one the token claims, else the one the path names.
    ///   - apiKey: the account the token claims.
    func candidates(for application: ApplicationEntry?, apiKey: String?) -> [Candidate] {
        var candidates: [Candidate] = []
        if let application {
            candidates += own(application).map { Candidate(secret: $0, scope: application.id) }
        }
        for key in [apiKey, application?.apiKey] {
            guard let key, let secrets = byAPIKey[key] else { continue }
            candidates += secrets.map { Candidate(secret: $0, scope: nil) }
        }
        return candidates + global.map { Candidate(secret: $0, scope: nil) }
    }

    private func own(_ application: ApplicationEntry) -> [WebhookSecret] {
        guard !application.signatureSecrets.isEmpty else { return [] }
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
