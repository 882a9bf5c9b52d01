import API
import CallControl
import Crypto
import HTTP2
import HTTPServer
import Logging
import Push
import Registry
import Synchronization
import Telephony

/// A server with all its parts, started in the order in which they need one another and stopped in the other.
package final class RunningServer: Sendable {
    package let registry: Registry
    /// Where it can be reached, `http://127.0.0.1:8080`, in the order of the settings.
    package let urls: [String]
    package let log: Logger
    private let http: Server
    private let dispatcher: PushDispatcher
    private let drainTime: Duration
    private let certificate: ServedCertificate?
    /// Looks after `certificate`.
    private let watch: Task<Void, Never>?

    /// Opens the store, the connections to the push service, and the sockets.
    package static func start(
        _ settings: ServeSettings, sink: LogSink = .standardError
    ) async throws(Failure) -> RunningServer {
        let log = Logger(level: settings.logLevel, format: settings.logFormat, sink: sink)
        let flows = try FlowFiles.load(overriddenBy: settings.flows)
        let (registry, box) = try await OpenedStore.open(settings, log: log)
        do throws(Failure) {
            return try await RunningServer(settings, registry, box: box, flows: flows, log: log)
        } catch {
            registry.close()
            throw error
        }
    }

    private init(
        _ settings: ServeSettings, _ registry: Registry, box: SecretBox?, flows: Flows, log: Logger
    ) async throws(Failure) {
        // Before anything is begun: a certificate that cannot be used is what goes wrong most.
        var certificate: ServedCertificate?
        if let files = settings.tlsFiles {
            certificate = try ServedCertificate(files, clock: settings.clock, log: log.with("part", "tls"))
        }
        let outbox = RegistryOutbox(registry, clock: settings.clock)
        let credentials = StoredCredentials(registry, log: log.with("part", "push"))
        let configuration = try PushConfiguration(settings)
        let dispatcher: PushDispatcher
        do {
            dispatcher = try PushDispatcher(
                configuration: configuration, credentials: credentials, outbox: outbox, clock: settings.clock,
                log: log.with("part", "push"))
        } catch { throw Failure(.serverError, "the push dispatcher cannot start: \(error)") }
        let ringer = PushRinger(
            dispatcher, outbox: outbox, credentials: credentials, registry: registry, clock: settings.clock, log: log)

        await ringer.credentialsChanged()

        var opensSecrets = box != nil
        do {
            if opensSecrets { opensSecrets = try await registry.read(ofCalls: false) { try $0.opensItsSecrets() } }
        } catch {
            await dispatcher.close()
            throw Failure(.serverError, "the store's secrets cannot be checked: \(error)")
        }
        let started = StartedServer()
        let context = APIContext(
            registry: registry, flows: flows, ringer: ringer, clock: settings.clock, log: log,
            settings: APISettings(settings, secretsAreUnreadable: !opensSecrets),
            serverCounters: { started.server.withLock { $0?.counters } },
            certificateEnd: { [certificate] in certificate?.end })
        let points =
            settings.listen.map { ListenPoint($0) } + settings.tlsListen.map { ListenPoint($0, isSecure: true) }
        var server = ServerConfiguration(points: points, router: routes(context))
        server.tls = certificate?.tls
        server.proxies = settings.trustedProxies
        server.log = log
        server.limits = settings.limits
        server.problem = Problem.response(to:)
        if let loops = settings.loops { server.loops = loops }
        do {
            http = try Server.start(server)
        } catch {
            await dispatcher.close()
            throw Failure(
                .usage, "\(error)",
                advice: "Choose another address with --listen HOST:PORT, or stop what listens there.")
        }
        let http = http
        started.server.withLock { $0 = http }
        self.registry = registry
        self.dispatcher = dispatcher
        self.log = log
        urls = http.bound.map(\.url)
        drainTime = settings.drain
        self.certificate = certificate
        watch = certificate.map { certificate in
            Task {
                while (try? await Task.sleep(for: ServedCertificate.pause)) != nil { certificate.check() }
            }
        }

        await ringer.ringAgain()
        if !opensSecrets {
            log.error("secrets.key_missing_or_wrong", ["advice": "put the key file back; see hookline config show"])
        }
    }

    /// Whether there is something that `reload` reads again.
    package var canReload: Bool { certificate != nil }

    /// Reads the files of the certificate again. Connections go on with the one they began with.
    package func reload() { certificate?.reload() }

    /// Stops accepting, finishes what is in flight, and commits it. Pushes under way get what is left of the time.
    package func stop() async {
        log.info("server.stopping", [:])
        watch?.cancel()
        await http.drain(within: drainTime)
        await dispatcher.drain(within: .seconds(2))
        await dispatcher.close()
        registry.close()
        log.info("server.stopped", [:])
    }
}

/// The server, for those who are asked about it before it is there.
private final class StartedServer: Sendable {
    let server = Mutex<Server?>(nil)
}
