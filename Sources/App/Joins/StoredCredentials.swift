import Crypto
import Logging
import Push
import Registry
import Synchronization
import Telephony

/// The push credentials of the store, opened and held in memory for the dispatcher.
final class StoredCredentials: CredentialSource {
    private struct Opened: Sendable {
        let application: ApplicationID?
        let credential: Push.PushCredential
    }

    private let registry: Registry
    private let log: Logger
    private let opened = Mutex<[Opened]>([])

    init(_ registry: Registry, log: Logger) {
        self.registry = registry
        self.log = log
    }

    /// Reads them anew. One that cannot be opened is left out and told in the log.
    func reload() async {
        let log = log
        do {
            let credentials = try await registry.read(ofCalls: false) { view in
                let store = CredentialStore(view)
                return try store.list().compactMap { stored -> Opened? in
                    do {
                        guard let credential = try Self.open(stored, secret: store.secret(of: stored.id)) else {
                            return nil
                        }
                        return Opened(application: stored.application, credential: credential)
                    } catch {
                        log.error("push.credential_unreadable", ["credential": stored.id, "reason": "\(error)"])
                        return nil
                    }
                }
            }
            opened.withLock { $0 = credentials }
        } catch {
            log.error("push.credentials_unread", ["reason": "\(error)"])
        }
    }

    func credentials(for application: ApplicationID) -> [Push.PushCredential] {
        let all = opened.withLock { $0 }
        let own = all.filter { $0.application == application }
        return (own + all.filter { $0.application == nil }).map(\.credential)
    }

    func allCredentials() -> [Push.PushCredential] {
        opened.withLock { $0 }.map(\.credential)
    }

    /// Nil for a kind that is not Apple's.
    private static func open(_ stored: StoredPushCredential, secret: [UInt8]) throws -> Push.PushCredential? {
        switch stored.kind {
        case .certificate:
            let identity = try TLSIdentity(certificatePEM: (stored.certificate ?? "").utf8, keyPEM: secret)
            return Push.PushCredential(id: stored.id, certificate: identity)
        case .key:
            let key = ProviderKey(
                teamID: stored.teamID ?? "", keyID: stored.keyID ?? "", key: try ECPrivateKey(pem: secret))
            var environments: Set<PushEnvironment> = []
            if stored.isForProduction { environments.insert(.production) }
            if stored.isForSandbox { environments.insert(.sandbox) }
            return Push.PushCredential(
                id: stored.id, key: key, topics: stored.bundleID.map { [$0] } ?? [], environments: environments)
        case .serviceAccount:
            return nil
        }
    }
}
