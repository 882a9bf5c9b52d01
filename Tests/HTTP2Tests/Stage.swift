import Crypto
import EventLoop
import Synchronization

@testable import HTTP2

/// A server and what its clients need, on one loop of their own.
final class Stage: @unchecked Sendable {
    // Unchecked: constant after `init`.
    let thread: LoopThread
    let authority = CertificateAuthority(name: "Test CA", validity: 0..<4_000_000_000)
    let server: HTTP2Server

    var loop: EventLoop { thread.loop }

    init(
        streams: Int = 100, names: [String] = ["localhost"], protocols: [String] = ["h2"],
        handler: @escaping @Sendable (HTTP2Exchange) -> Void
    ) throws {
        thread = try LoopThread(name: "stage")
        let tls = try TLSContext.server(
            identity: authority.server(names: names), protocols: protocols,
            clientTrust: .pem(Array(authority.certificatePEM.utf8)))
        server = try HTTP2Server(
            at: SocketAddress(ipv4: (127, 0, 0, 1), port: 0), tls: tls, on: thread.loop,
            maxConcurrentStreams: { _ in streams }, handler: handler)
    }

    deinit {
        server.close()
        thread.stop()
        thread.join()
    }

    var trust: TLSContext.Trust { .pem(Array(authority.certificatePEM.utf8)) }

    func connect(
        host: String = "127.0.0.1", trust: TLSContext.Trust? = nil, identity: TLSIdentity? = nil,
        timing: HTTP2Connection.Timing = HTTP2Connection.Timing(), port: UInt16? = nil
    ) async throws -> HTTP2Connection {
        let tls = try TLSContext.client(trust: trust ?? self.trust, identity: identity, protocols: ["h2"])
        return try await onLoop { [self] in
            try HTTP2Connection(
                to: Endpoint(host: host, port: port ?? server.address.port), tls: tls, timing: timing, on: loop)
        }
    }

    /// Runs `body` on the loop.
    func onLoop<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            loop.post { continuation.resume(with: Result { try body() }) }
        }
    }

    /// Waits until `condition` holds after a change of the connection.
    func wait(_ connection: HTTP2Connection, until condition: @escaping @Sendable (HTTP2Connection) -> Bool) async {
        await withCheckedContinuation { continuation in
            loop.post {
                if condition(connection) { return continuation.resume() }
                connection.onChange = {
                    guard condition(connection) else { return }
                    connection.onChange = nil
                    continuation.resume()
                }
            }
        }
    }

    /// Waits for the connection to open or fail, and says which.
    func opened(_ connection: HTTP2Connection) async throws -> HTTP2Connection.State {
        await wait(connection) { $0.state != .connecting }
        return try await onLoop { connection.state }
    }

    func send(
        _ path: String, body: String = "{}", timeout: Duration = .seconds(240), on connection: HTTP2Connection
    ) async -> Result<Message, RequestFailure> {
        await withCheckedContinuation { continuation in
            loop.post {
                let request = Message(
                    fields: [
                        HeaderField(":method", "POST"), HeaderField(":scheme", "https"),
                        HeaderField(":authority", connection.endpoint.authority), HeaderField(":path", path),
                    ], body: Array(body.utf8))
                connection.send(request, timeout: timeout) { continuation.resume(returning: $0) }
            }
        }
    }
}

extension Message {
    static func status(_ status: Int, _ body: String = "") -> Message {
        Message(fields: [HeaderField(":status", "\(status)")], body: Array(body.utf8))
    }
}

/// Something other threads set and tests read.
final class Box<Value: Sendable>: Sendable {
    private let content: Mutex<Value>

    init(_ value: Value) { content = Mutex(value) }

    var value: Value { content.withLock { $0 } }

    func change<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
        content.withLock { value in body(&value) }
    }
}
