import Crypto
import EventLoop
import JWT
import Logging
import Simulator
import Synchronization
import Telephony

/// A telephone call from end to end, with every part of it in this process and every word of it over a socket: a
/// server in an empty folder, Apple's gateway, a phone, and the platform that brings the call.
///
/// `play` runs it, `strike` puts everything away. Both belong to one thread.
final class Scene {
    struct Setup: Sendable {
        /// Where the server is to listen; the first that is free.
        var addresses = ["127.0.0.1:0"]
        /// Whether the server takes signed webhooks only.
        var requiresSignatures = true
    }

    /// How long any one step may take.
    private static let patience = Duration.seconds(10)

    let recorder: Recorder
    let log: LogBuffer
    let pair = AdminKeyPair()
    private(set) var cast: Cast?
    private(set) var call: SimulatedCall?
    private(set) var url: String?
    private let setup: Setup
    private let surroundings: Surroundings
    private let signatureSecret = Base64URL.encode(randomBytes(32))
    /// Made while the server starts, because it takes as long.
    private var key: Eventual<RSAPrivateKey>?
    private var folder: TemporaryFolder?
    private var server: RunningServer?
    private var gateway: APNsGateway?
    private var platform: PlatformStandIn?
    private var phone: PhantomPhone?

    init(_ setup: Setup, in surroundings: Surroundings, recorder: Recorder, log: LogBuffer) {
        self.setup = setup
        self.surroundings = surroundings
        self.recorder = recorder
        self.log = log
    }

    /// Sets everything up and plays the call to its end. What was seen is with the recorder; a step that did not
    /// happen is no error here, only one that could not be begun.
    func play() throws(Failure) {
        let key: Eventual<RSAPrivateKey>
        do { key = try Eventual { RSAPrivateKey.generate() } } catch { throw Failure(.refused, "no thread: \(error)") }
        self.key = key
        let folder = try TemporaryFolder(in: surroundings.environment)
        self.folder = folder
        let gateway = try startGateway()
        let url = try startServer(in: folder, gateway)
        let cast = Cast(key: key.value)
        self.cast = cast
        gateway.trust(keyID: Cast.pushKeyID, teamID: Cast.teamID, publicKey: cast.pushKey.publicKey)
        let client = try DemoClient(url: url, pair: pair)
        try client.add(cast)
        let platform = try startPlatform(for: cast, server: url)
        try switchPhoneOn(at: gateway, url, platform, token: client.userToken(for: cast))

        let call: SimulatedCall
        do { call = try platform.place(from: cast.callerNumber, to: cast.number) } catch {
            throw Failure(.refused, "the call cannot be placed: \(error)")
        }
        self.call = call
        guard recorder.wait(within: Self.patience, for: \.isAnswered) else { return }
        recorder.note(.hungUp)
        call.hangUp()
        guard recorder.wait(within: Self.patience, for: \.isEnd) else { return }
        try readBack(call, client, cast)
    }

    /// Stops and removes everything, whatever there is of it.
    func strike() {
        phone?.switchOff()
        let (platform, server) = (platform, server)
        _ = try? blocking { () async throws(Failure) in
            await platform?.stop()
            await server?.stop(waitsForIdle: false)
        }
        gateway?.stop()
        folder?.remove()
        _ = key?.value
        (phone, self.platform, self.server, gateway, folder) = (nil, nil, nil, nil, nil)
    }

    // MARK: The parts

    private func startGateway() throws(Failure) -> APNsGateway {
        do {
            let gateway = try APNsGateway.start(clock: surroundings.clock) { [recorder] in recorder.note(.gateway($0)) }
            self.gateway = gateway
            return gateway
        } catch { throw Failure(.refused, "the push gateway cannot start: \(error)") }
    }

    /// Starts the server at the first address that is free.
    private func startServer(in folder: TemporaryFolder, _ gateway: APNsGateway) throws(Failure) -> String {
        let authority = folder.path + "/apns-ca.pem"
        do { try Files.replace(authority, with: Array(gateway.authorityPEM.utf8)) } catch {
            throw Failure(.refused, "\(error)")
        }
        var failure: Failure?
        for address in setup.addresses {
            let settings = try settings(folder, gateway, authority: authority, address: address)
            do throws(Failure) {
                let sink = log.sink
                let server = try blocking { () async throws(Failure) in
                    try await RunningServer.start(settings, sink: sink)
                }
                self.server = server
                let url = server.urls.first ?? ""
                self.url = url
                recorder.note(.serving(url: url))
                return url
            } catch { failure = error }
        }
        throw failure ?? Failure(.usage, "no address to listen on")
    }

    /// The server hears nothing of this process's own environment.
    private func settings(
        _ folder: TemporaryFolder, _ gateway: APNsGateway, authority: String, address: String
    ) throws(Failure) -> ServeSettings {
        let environment = [
            "HOOKLINE_DATA": folder.path + "/data", "HOOKLINE_LISTEN": address, "HOOKLINE_LOOPS": "1",
            "HOOKLINE_API_KEY": pair.key, "HOOKLINE_API_SECRET": pair.secret,
            "HOOKLINE_SIGNATURE_SECRET": signatureSecret,
            "HOOKLINE_SIGNED_WEBHOOKS": setup.requiresSignatures ? "required" : "off", "HOOKLINE_SIMULATE": "on",
            "HOOKLINE_APNS_URL_PRODUCTION": gateway.url, "HOOKLINE_APNS_URL_SANDBOX": gateway.url,
            "HOOKLINE_APNS_CA": authority, "HOOKLINE_LOG_LEVEL": "warning", "HOOKLINE_DRAIN": "2",
        ]
        let quiet = Surroundings(
            environment: environment, folder: folder.path, terminal: surroundings.terminal, clock: surroundings.clock)
        return try ServeSettings(arguments: Arguments(), surroundings: quiet)
    }

    private func startPlatform(for cast: Cast, server url: String) throws(Failure) -> PlatformStandIn {
        let account = PlatformAccount(
            application: cast.application, publicKey: cast.key.publicKey, apiKey: pair.key,
            signatureSecret: WebhookSecret(signatureSecret), webhooks: .init(server: url))
        do {
            let platform = try PlatformStandIn.start(account, clock: surroundings.clock, pace: .instant) {
                [recorder] in recorder.note(.platform($0))
            }
            self.platform = platform
            return platform
        } catch { throw Failure(.refused, "the platform cannot start: \(error)") }
    }

    private func switchPhoneOn(
        at gateway: APNsGateway, _ url: String, _ platform: PlatformStandIn, token: String
    ) throws(Failure) {
        let setup = PhantomPhone.Setup(
            server: url, platform: platform.url, bundleID: Cast.bundleID, userToken: token)
        let phone = PhantomPhone(setup, clock: surroundings.clock) { [recorder] in recorder.note(.phone($0)) }
        self.phone = phone
        do { _ = try phone.switchOn(at: gateway) } catch { throw Failure(.serverError, "the iPhone: \(error)") }
    }

    /// Asks until both legs are complete and the push is in the log: a push is written down after the phone has rung.
    private func readBack(_ call: SimulatedCall, _ client: DemoClient, _ cast: Cast) throws(Failure) {
        let deadline = ContinuousClock.now + Self.patience
        let callee = recorder.moments.lazy.compactMap(\.sight.calleeLeg).first
        var records = try client.records(of: call.uuid, callee: callee, for: cast)
        while !records.areComplete, ContinuousClock.now < deadline, !recorder.isStopped {
            _ = recorder.wait(within: .milliseconds(20)) { _ in false }
            records = try client.records(of: call.uuid, callee: callee, for: cast)
        }
        recorder.note(.recorded(records))
    }
}

extension Sight {
    /// Whether the callee's `answered` has been acknowledged: from now on the two can talk, and it is on record.
    var isAnswered: Bool {
        guard case .platform(let trace) = self, case .told(let event, let status?, _) = trace.what else { return false }
        return event.status == .answered && event.direction == .outbound && (200..<300).contains(status)
    }

    /// Whether the call is over and all its webhooks are told.
    var isEnd: Bool {
        guard case .platform(let trace) = self, case .ended = trace.what else { return false }
        return true
    }

    /// The id of the callee's leg, from one of its events.
    fileprivate var calleeLeg: String? {
        guard case .platform(let trace) = self, case .told(let event, _, _) = trace.what, event.direction == .outbound
        else { return nil }
        return event.legID
    }
}
