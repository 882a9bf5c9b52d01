import API
import CallControl
import Crypto
import EventLoop
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
    /// Whether another process could go on with the store.
    package let isKept: Bool

    /// How long an idle connection may wait for one more request before it is closed.
    private static let farewell = Duration.seconds(1)
    /// Of a hand-over, during which new connections wait: for requests that are under way, for the first request of a
    /// connection that can neither be handed over nor has had time to ask, and for pushes.
    private static let leaving = (
        requests: Duration.milliseconds(1200), first: Duration.milliseconds(300), pushes: Duration.milliseconds(500)
    )

    /// Opens the store, the connections to the push service, and the sockets.
    ///
    /// - Parameter inheritance: what another process has opened. When a server is being replaced, the store is opened
    ///   once that server has let go of it, and everything that can fail before has been done by then.
    package static func start(
        _ settings: ServeSettings, sink: LogSink = .standardError, inheritance: Inheritance = .none
    ) async throws(Failure) -> RunningServer {
        let log = Logger(level: settings.logLevel, format: settings.logFormat, sink: sink)
        let flows = try FlowFiles.load(overriddenBy: settings.flows)
        // Before anything is begun: a certificate that cannot be used is what goes wrong most.
        var certificate: ServedCertificate?
        if let files = settings.tlsFiles {
            certificate = try ServedCertificate(files, clock: settings.clock, log: log.with("part", "tls"))
        }
        var inheritance = inheritance
        var preload: Preload?
        var listeners: Listeners?
        if let predecessor = inheritance.predecessor {
            _ = try PushConfiguration(settings)
            listeners = try opened(settings, inheritance.sockets)
            preload = try OpenedStore.preload(settings)
            inheritance.connections = try predecessor.takeStore()
        }
        let (registry, box) = try await OpenedStore.open(settings, log: log, preload: preload)
        do throws(Failure) {
            return try await RunningServer(
                settings, registry, box: box, flows: flows, log: log, certificate, inheritance, listeners)
        } catch {
            registry.close()
            throw error
        }
    }

    private static func points(_ settings: ServeSettings) -> [ListenPoint] {
        settings.listen.map { ListenPoint($0) } + settings.tlsListen.map { ListenPoint($0, isSecure: true) }
    }

    private static func opened(
        _ settings: ServeSettings, _ inherited: InheritedSockets?
    ) throws(Failure) -> Listeners {
        do {
            return try Listeners.open(
                points(settings), loops: settings.loops ?? Kernel.processors, inherited: inherited)
        } catch {
            throw Failure(
                .usage, "\(error)",
                advice: "Choose another address with --listen HOST:PORT, or stop what listens there.")
        }
    }

    private init(
        _ settings: ServeSettings, _ registry: Registry, box: SecretBox?, flows: Flows, log: Logger,
        _ certificate: ServedCertificate?, _ inheritance: Inheritance, _ listeners: Listeners?
    ) async throws(Failure) {
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
        let opened: Listeners
        do throws(Failure) {
            opened = if let listeners { listeners } else { try Self.opened(settings, inheritance.sockets) }
        } catch {
            await dispatcher.close()
            throw error
        }
        let started = StartedServer()
        let context = APIContext(
            registry: registry, flows: flows.reached(at: settings.publicURL ?? opened.urls.first), ringer: ringer,
            clock: settings.clock, log: log,
            settings: APISettings(settings, secretsAreUnreadable: !opensSecrets),
            serverCounters: { started.server.withLock { $0?.counters } },
            certificateEnd: { [certificate] in certificate?.end })
        do { try await context.loadFlows() } catch {
            opened.close()
            await dispatcher.close()
            throw Failure(.serverError, "the stored flows cannot be read: \(error)")
        }
        var server = ServerConfiguration(points: Self.points(settings), router: routes(context))
        server.tls = certificate?.tls
        server.proxies = settings.trustedProxies
        server.log = log
        server.limits = settings.limits
        server.problem = Problem.response(to:)
        server.loops = settings.loops ?? Kernel.processors
        do throws(ServerError) {
            http = try Server.start(server, on: opened, goingOnWith: inheritance.connections)
        } catch {
            await dispatcher.close()
            throw Failure(.refused, "\(error)")
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
        isKept = settings.data != .memory

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
    ///
    /// - Parameter waitsForIdle: whether idle connections are given a moment for a request that is on its way.
    package func stop(waitsForIdle: Bool = true) async {
        log.info("server.stopping", [:])
        watch?.cancel()
        await http.drain(within: drainTime, farewell: waitsForIdle ? min(Self.farewell, drainTime / 2) : .zero)
        await dispatcher.drain(within: .seconds(2))
        await dispatcher.close()
        registry.close()
        log.info("server.stopped", [:])
    }

    /// The listening sockets, also after `handOver`.
    var sockets: InheritedSockets { http.sockets }

    /// Connections that cannot be handed over are told to come again. Whether there are any.
    func windDown() async -> Bool { await http.windDown() }

    /// There will be no hand-over.
    func goOn() { http.goOn() }

    /// Stops as `stop` does, but in less than two seconds, and leaves the sockets to another process: the listening ones
    /// stay open, and connections on which nothing is under way are returned.
    func handOver() async -> [CInt] {
        watch?.cancel()
        let connections = await http.handOver(within: Self.leaving.requests, farewell: Self.leaving.first)
        await dispatcher.drain(within: Self.leaving.pushes)
        await dispatcher.close()
        registry.close(hasSuccessor: true)
        return connections
    }
}

/// The server, for those who are asked about it before it is there.
private final class StartedServer: Sendable {
    let server = Mutex<Server?>(nil)
}
