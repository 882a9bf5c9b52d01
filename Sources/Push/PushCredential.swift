import Crypto
import Telephony

/// What makes Apple believe that a push comes from the maker of the app.
package struct PushCredential: Sendable {
    package enum Proof: Sendable {
        /// A key that is good for every app of its team.
        case key(ProviderKey)
        /// A certificate shown in the TLS handshake.
        case certificate(TLSIdentity)
    }

    /// The name under which it stands in logs and in the push log.
    package let id: String
    package let proof: Proof
    /// What it may be used for; empty: everything.
    package let topics: [String]
    package let environments: Set<PushEnvironment>
    /// The end of a certificate.
    package let notAfter: Timestamp?

    /// - Parameter topics: bundle ids the key is limited to, as topic-specific keys are.
    package init(
        id: String, key: ProviderKey, topics: [String] = [],
        environments: Set<PushEnvironment> = Set(PushEnvironment.allCases)
    ) {
        self.id = id
        proof = .key(key)
        self.topics = topics.flatMap { topic in
            BundleID(topic).map { [$0.topic(for: .alert), $0.topic(for: .voip)] } ?? [topic]
        }
        self.environments = environments
        notAfter = nil
    }

    /// A certificate, with topics, environments and end as it names them itself. One that names no environment is
    /// taken to be good for both.
    package init(id: String, certificate: TLSIdentity) {
        let facts = PushCertificate(certificate.certificate)
        var environments: Set<PushEnvironment> = []
        if facts.sandbox || !facts.production { environments.insert(.sandbox) }
        if facts.production || !facts.sandbox { environments.insert(.production) }
        self.id = id
        proof = .certificate(certificate)
        topics = facts.topics
        self.environments = environments
        notAfter = Timestamp(seconds: facts.notAfter)
    }

    /// The apps it names. A universal certificate lists an app's other topics, too; they are no apps.
    var bundles: Set<BundleID> {
        let all = Set(topics.compactMap { BundleID($0) })
        return all.filter { bundle in
            !Self.otherTopics.contains { suffix in
                guard bundle.text.hasSuffix(suffix), let app = BundleID(bundle.text.dropLast(suffix.count)) else {
                    return false
                }
                return all.contains(app)
            }
        }
    }

    /// What Apple appends to a bundle id for pushes that are not ours.
    private static let otherTopics = [
        ".complication", ".pushkit.fileprovider", ".location-query", ".push-type.liveactivity", ".voip-ptt",
        ".push-type.widgets", ".push-type.controls",
    ]

    /// How well it fits a push: 2: it names the topic, or all are allowed; 1: it names the app in another way and
    /// Apple has to say; 0: not at all.
    func fitness(for bundle: BundleID, _ kind: PushKind) -> Int {
        if topics.isEmpty || topics.contains(bundle.topic(for: kind)) { return 2 }
        return bundles.contains(bundle) ? 1 : 0
    }

    /// What is shown to Apple: connections are shared by all that show the same.
    var identity: String {
        switch proof {
        case .key(let key): "key \(key.teamID)/\(key.keyID)"
        case .certificate(let identity): "certificate \(identity.certificate.fingerprint)"
        }
    }
}
