import Crypto
import HTTP2

/// How pushes are sent.
package struct PushConfiguration: Sendable {
    package var production = Endpoint(host: "api.push.apple.com", port: 443)
    package var sandbox = Endpoint(host: "api.sandbox.push.apple.com", port: 443)
    /// Who vouches for the gateways.
    package var trust = TLSContext.Trust.system
    /// The app of devices that do not name theirs.
    package var defaultBundle: BundleID?
    /// For how long Apple may keep trying to deliver a VoIP push; zero: it tries once.
    package var patience = Duration.zero
    /// How long one try may wait for its reply.
    package var tryTimeout = Duration.seconds(3)
    /// Bounds of the pause before a retry: what a caller who gives up at once says is heard first.
    package var pause = (shortest: Duration.milliseconds(400), longest: Duration.milliseconds(1000))
    /// How long pushes wait for room before another connection is opened.
    package var patienceForRoom = Duration.milliseconds(500)
    /// The most connections with one credential to one gateway.
    package var connectionLimit = 4
    package var connection = HTTP2Connection.Timing()
    /// Invites that may be under way at a time; more are recorded as dropped.
    package var queueLimit = 10_000

    package init() {}

    func endpoint(of environment: PushEnvironment) -> Endpoint {
        environment == .production ? production : sandbox
    }
}
