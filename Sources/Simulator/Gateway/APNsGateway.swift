import Crypto
import EventLoop
import HTTP2
import Telephony

/// Apple's push gateway: HTTP/2 over TLS on a free port of the loopback, with a certificate authority of its own that
/// is thrown away.
///
/// Phones get their tokens from it; what it takes for a token it hands to the phone.
package final class APNsGateway: Sendable {
    /// What `HOOKLINE_APNS_URL_PRODUCTION` is set to.
    package let url: String
    /// What has to be trusted to talk to it, PEM.
    package let authorityPEM: String
    private let thread: LoopThread
    private let server: HTTP2Server
    private let core: GatewayCore

    /// - Parameter trace: hears of each push, taken or not, on the gateway's loop.
    package static func start(
        clock: WallClock = .system, trace: @escaping @Sendable (GatewayEntry) -> Void = { _ in }
    ) throws -> APNsGateway {
        let now = clock.now().seconds
        let authority = CertificateAuthority(name: "Hookline stand-in", validity: now - 86_400..<now + 30 * 86_400)
        let tls = try TLSContext.server(
            identity: authority.server(), protocols: ["h2"], clientTrust: .pem(Array(authority.certificatePEM.utf8)))
        let core = GatewayCore(clock: clock, trace: trace)
        let thread = try LoopThread(name: "apns")
        do {
            let server = try HTTP2Server(
                at: SocketAddress(ipv4: (127, 0, 0, 1), port: 0), tls: tls, on: thread.loop,
                maxConcurrentStreams: {
                    $0.peerCertificate == nil ? GatewayCore.streamsAtFirst : GatewayCore.streams
                },
                handler: { core.answer($0) })
            return APNsGateway(authority.certificatePEM, thread: thread, server: server, core: core)
        } catch {
            thread.stop()
            thread.join()
            throw error
        }
    }

    private init(_ authorityPEM: String, thread: LoopThread, server: HTTP2Server, core: GatewayCore) {
        self.authorityPEM = authorityPEM
        self.thread = thread
        self.server = server
        self.core = core
        url = "https://127.0.0.1:\(server.address.port)"
    }

    /// Makes a signing key of a team known, as uploading one to Apple does.
    package func trust(keyID: String, teamID: String, publicKey: ECPublicKey) {
        core.state.withLock {
            $0.rules.keys[keyID] = GatewayRules.Key(teamID: teamID, publicKey: publicKey)
        }
    }

    /// Gives an app on a phone its two tokens. `push` gets what comes for them, on the gateway's loop.
    package func install(
        app bundleID: String, push: @escaping @Sendable (DeliveredPush) -> Void
    ) -> (voip: String, alert: String) {
        let (voip, alert) = (Hex.encode(randomBytes(32)), Hex.encode(randomBytes(32)))
        core.state.withLock { state in
            for (token, isVoIP) in [(voip, true), (alert, false)] {
                state.rules.installations[token] = GatewayRules.Installation(bundleID: bundleID, isVoIP: isVoIP)
                state.phones[token] = push
            }
        }
        return (voip, alert)
    }

    /// The app is removed from its phone: its tokens are dead from now on.
    package func uninstall(token: String) {
        let now = core.clock.now()
        core.state.withLock { $0.rules.installations[token]?.unregisteredAt = now }
    }

    /// Every push that came, in order.
    package var log: [GatewayEntry] { core.state.withLock { $0.log } }

    /// Cuts every connection and waits for the thread.
    package func stop() {
        server.close()
        // Closing was posted before: it is done when the loop ends.
        thread.stop()
        thread.join()
    }
}
