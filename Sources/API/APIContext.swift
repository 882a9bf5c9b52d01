import CallControl
import HTTPServer
import JWT
import Logging
import Registry
import Telephony

/// What every handler of the surfaces works with.
package final class APIContext: Sendable {
    /// The store; `registry.directory` is who can be called.
    package let registry: Registry
    let shelf: FlowShelf
    package let ringer: any Ringer
    /// What places calls; nil: nobody does, and asking for it is answered with 501.
    package let platform: (any CallPlatform)?
    package let clock: WallClock
    package let log: Logger
    package let settings: APISettings
    package let keys = ApplicationKeys()
    let tokens: TokenMemory
    let secrets: WebhookSecrets
    /// What the tokens of webhooks are held to.
    let webhookRules: WebhookToken.Rules
    let problems: ProblemLog
    let liveCalls = LiveCalls()
    let counters = APICounters()
    /// What the server that serves this counts; nil where none does.
    let serverCounters: @Sendable () -> ServerCounters?
    /// When the certificate of the HTTPS sockets ends; nil where there are none.
    let certificateEnd: @Sendable () -> Timestamp?

    package init(
        registry: Registry, flows: Flows, ringer: any Ringer, platform: (any CallPlatform)? = nil,
        clock: WallClock = .system, log: Logger, settings: APISettings,
        serverCounters: @escaping @Sendable () -> ServerCounters? = { nil },
        certificateEnd: @escaping @Sendable () -> Timestamp? = { nil }
    ) {
        self.registry = registry
        shelf = FlowShelf(files: flows)
        self.ringer = ringer
        self.platform = platform
        self.clock = clock
        self.log = log
        self.settings = settings
        self.serverCounters = serverCounters
        self.certificateEnd = certificateEnd
        tokens = TokenMemory(lifetime: settings.webhookAge + settings.clockSkew)
        secrets = WebhookSecrets(settings)
        webhookRules = WebhookToken.Rules(
            maximumAge: settings.webhookAge.components.seconds, skew: settings.clockSkew.components.seconds,
            requiresQueryHash: settings.refusesGetWithoutHash)
        problems = ProblemLog(registry: registry, clock: clock, log: log, isKept: settings.keepsRecords)
        shelf.tellFaults { [problems] fault in problems.note(StoredProblem(fault)) }
        registry.directory.follow(flows: shelf)
        if settings.signedWebhooks != .off {
            Task { [tokens, registry, clock, log] in
                await tokens.fill(from: registry, at: clock.now(), log: log)
            }
        }
    }

    /// The flows as they are now.
    package var flows: Flows { shelf.current }
}
