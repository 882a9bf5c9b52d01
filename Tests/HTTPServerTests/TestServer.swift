import Crypto
import EventLoop
import HTTP
import Logging
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

/// A server on a free port of 127.0.0.1 with the routes the tests ask for, and one loop.
struct TestServer {
    let server: Server
    var port: UInt16 { server.port }

    init(
        limits: Limits = .patient, loops: Int = 1, log: Logger = .silent, address: String = "127.0.0.1:0",
        tls: ServerTLS? = nil, proxies: TrustedProxies? = nil,
        routes: (inout Router) -> Void = { _ in }
    ) throws {
        var router = Router()
        router.on(.get, "/hello", .sync { _, _ in .reply(.text("hello")) })
        router.on(.post, "/echo", .sync { request, _ in .reply(Response(.ok, body: request.body)) })
        router.on(
            .get, "/users/{name}", .sync { _, exchange in .reply(.text(exchange.parameters["name"])) })
        routes(&router)
        let point = ListenPoint(try #require(ListenAddress(address)), isSecure: tls != nil)
        var configuration = ServerConfiguration(points: [point], router: router)
        configuration.tls = tls
        configuration.proxies = proxies
        configuration.limits = limits
        configuration.loops = loops
        configuration.log = log
        server = try Server.start(configuration)
    }

    func client(tls: TLSContext? = nil) throws -> TestClient { try TestClient(port, tls: tls) }

    func stop() async { await server.drain(within: .zero) }
}

extension Limits {
    /// Gives nobody up: what a test does with a connection may take its time.
    static var patient: Limits {
        var limits = Limits()
        let waits: [WritableKeyPath<Limits, Duration>] = [\.idle, \.head, \.bodyGrace, \.write, \.handler]
        for wait in waits { limits[keyPath: wait] = .seconds(600) }
        return limits
    }
}

/// Answers that handlers have promised, for a test to send.
final class Promises: Sendable {
    private let replies = Mutex<[(reply: PendingReply, exchange: Exchange)]>([])

    /// Promises every answer and keeps the promise here.
    var handler: Handler {
        .sync { _, exchange in
            self.keep(exchange.deferReply(within: .seconds(600)) { Response(.gatewayTimeout) }, exchange)
            return .later
        }
    }

    func keep(_ reply: PendingReply, _ exchange: Exchange) { replies.withLock { $0.append((reply, exchange)) } }

    /// Takes the oldest, when it is there.
    func next() async throws -> (reply: PendingReply, exchange: Exchange) {
        var found: (PendingReply, Exchange)?
        _ = await eventually {
            found = replies.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            return found != nil
        }
        return try #require(found)
    }
}
