import Crypto
import EventLoop
import HTTP2
import Telephony

/// The connections to the gateways, for each credential its own.
extension PushDispatcher {
    /// Opens connections with every credential, so that the first call finds them open, and lets go of those whose
    /// credential is gone. To be called at start and after credentials have changed.
    package func warm() {
        loop.post { [self] in
            var wanted: Set<String> = []
            for credential in source.allCredentials() {
                for environment in PushEnvironment.allCases where credential.environments.contains(environment) {
                    wanted.insert(Self.name(credential, environment))
                    try? pool(for: credential, environment).warm()
                }
            }
            for (name, pool) in pools where !wanted.contains(name) {
                guard !runs.values.contains(where: { $0.pool === pool }) else { continue }
                pool.close()
                pools[name] = nil
                counters.withLock { $0.problems[name] = nil }
            }
        }
    }

    private static func name(_ credential: PushCredential, _ environment: PushEnvironment) -> String {
        environment.rawValue + " " + credential.identity
    }

    /// The pool of this credential, made when it is first asked for.
    func pool(for credential: PushCredential, _ environment: PushEnvironment) throws(TLSError) -> PushPool {
        let name = Self.name(credential, environment)
        if let pool = pools[name] { return pool }
        var tokens: ProviderTokens?
        var identity: TLSIdentity?
        switch credential.proof {
        case .certificate(let shown): identity = shown
        case .key(let key):
            tokens = signers[credential.identity] ?? ProviderTokens(key, clock: clock, jitter: jitter)
            signers[credential.identity] = tokens
        }
        let tls = try TLSContext.client(trust: configuration.trust, identity: identity, protocols: ["h2"])
        let pool = PushPool(
            credential, to: environment, tokens: tokens, tls: tls, configuration: configuration, on: loop,
            jitter: jitter, log: log)
        pool.onHealth = { [weak self] reason in self?.note(reason, name, credential, environment) }
        pools[name] = pool
        return pool
    }

    private func note(_ reason: String?, _ name: String, _ credential: PushCredential, _ environment: PushEnvironment) {
        let now = clock.now()
        counters.withLock { counters in
            counters.problems[name] = reason.map { reason in
                PushProblem(
                    environment: environment, credential: credential.id, reason: reason,
                    since: counters.problems[name]?.since ?? now)
            }
        }
    }
}
