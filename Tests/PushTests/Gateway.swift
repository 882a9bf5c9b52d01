import Crypto
import EventLoop
import HTTP2
import JSON
import Synchronization
import Telephony

@testable import Push

/// Apple's gateway on port 0: keeps what it is sent and answers as it is told.
final class Gateway: Sendable {
    struct Seen: Sendable {
        let message: Message
        let connection: Int

        var token: String { String(message.path?.dropFirst("/3/device/".count) ?? "") }
        func field(_ name: String) -> String? { message.fields[name] }
    }

    enum Answer: Sendable {
        case status(Int, reason: String? = nil, timestamp: Timestamp? = nil)
        case statusAfter(Duration, Int)
        case hang
        case refuse
        case cut
        case goSilent
        /// GOAWAY that leaves this push unprocessed.
        case goAwayBefore(debug: String = "")
        /// GOAWAY after this push, which is taken.
        case goAwayAfter
    }

    let thread: LoopThread
    let server: HTTP2Server
    private let log = Shared<[Seen]>([])
    private let beforeTheFirstAnswer = Shared<Int?>(nil)

    static let authority = CertificateAuthority(name: "Test CA", validity: 0..<4_000_000_000)
    static var trust: TLSContext.Trust { .pem(Array(authority.certificatePEM.utf8)) }

    /// - Parameter answer: decides by what is sent and how many came before.
    init(
        streams: Int = 100, port: UInt16 = 0,
        answer: @escaping @Sendable (Seen, Int) -> Answer = { _, _ in .status(200) }
    ) throws {
        thread = try LoopThread(name: "gateway")
        let tls = try TLSContext.server(
            identity: Self.authority.server(), protocols: ["h2"], clientTrust: Self.trust)
        let handler = { @Sendable [log, beforeTheFirstAnswer] (exchange: HTTP2Exchange) in
            let seen = Seen(message: exchange.request, connection: exchange.connection.number)
            let count = log.change { all in
                all.append(seen)
                return all.count - 1
            }
            Self.give(answer(seen, count), to: exchange) {
                beforeTheFirstAnswer.change { if $0 == nil { $0 = log.value.count } }
            }
        }
        server = try HTTP2Server(
            at: SocketAddress(ipv4: (127, 0, 0, 1), port: port), tls: tls, on: thread.loop,
            maxConcurrentStreams: { _ in streams }, handler: handler)
    }

    deinit {
        server.close()
        thread.stop()
    }

    private static func give(
        _ answer: Answer, to exchange: HTTP2Exchange, answering: @escaping @Sendable () -> Void
    ) {
        @Sendable func respond(_ status: Int, _ body: [UInt8] = []) {
            answering()
            let id = HeaderField("apns-id", exchange.request.fields["apns-id"] ?? "")
            exchange.respond(Message(fields: [HeaderField(":status", "\(status)"), id], body: body))
        }
        switch answer {
        case .status(let status, let reason, let timestamp):
            guard let reason else { return respond(status) }
            var body: JSONObject = ["reason": .string(reason)]
            body["timestamp"] = timestamp.map { .number(JSONNumber($0.milliseconds)) }
            respond(status, body.serialized())
        case .statusAfter(let delay, let status):
            exchange.connection.after(delay) { respond(status) }
        case .hang: break
        case .refuse: exchange.refuse()
        case .cut: exchange.connection.abort()
        case .goSilent: exchange.connection.goSilent()
        case .goAwayBefore(let debug):
            exchange.connection.goAway(before: exchange.stream, debug: Array(debug.utf8))
        case .goAwayAfter:
            exchange.connection.goAway(after: exchange.stream)
            respond(200)
        }
    }

    /// What came, in order.
    var seen: [Seen] { log.value }

    /// How many pushes had come when the first was answered.
    var mostBeforeTheFirstAnswer: Int? { beforeTheFirstAnswer.value }

    var endpoint: Endpoint { Endpoint(host: "127.0.0.1", port: server.address.port) }

    /// Runs `body` with the open connections, on the gateway's loop.
    func withConnections<T: Sendable>(_ body: @escaping @Sendable ([HTTP2ServerConnection]) -> T) async -> T {
        await withCheckedContinuation { continuation in
            thread.loop.post { [server] in continuation.resume(returning: body(server.connections)) }
        }
    }

    /// Stops listening and cuts everything; returns when that is done.
    func close() async {
        server.close()
        await withConnections { _ in }
    }
}

/// A value that several threads change.
final class Shared<Value: Sendable>: Sendable {
    private let content: Mutex<Value>

    init(_ value: Value) { content = Mutex(value) }

    var value: Value { content.withLock { $0 } }

    func change<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
        content.withLock { body(&$0) }
    }
}

/// Keeps what the dispatcher tells.
final class RecordingOutbox: PushOutbox {
    private struct State {
        var attempts: [PushAttempt] = []
        var outcomes: [PushID: PushOutcome] = [:]
        var waiters: [(until: @Sendable ([PushAttempt]) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var attempts: [PushAttempt] { state.withLock { $0.attempts } }
    var outcomes: [PushID: PushOutcome] { state.withLock { $0.outcomes } }

    func attempted(_ attempt: PushAttempt) {
        let ready = state.withLock { state in
            state.attempts.append(attempt)
            let attempts = state.attempts
            let ready = state.waiters.filter { $0.until(attempts) }.map(\.continuation)
            state.waiters.removeAll { $0.until(attempts) }
            return ready
        }
        for continuation in ready { continuation.resume() }
    }

    func finished(_ push: PushID, of call: CallUUID, _ outcome: PushOutcome) {
        state.withLock { $0.outcomes[push] = outcome }
    }

    /// Waits until the attempts are as wanted.
    func wait(until condition: @escaping @Sendable ([PushAttempt]) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if condition(state.attempts) { return true }
                state.waiters.append((condition, continuation))
                return false
            }
            if isDone { continuation.resume() }
        }
    }
}

/// Credentials that are simply there.
struct FixedCredentials: CredentialSource {
    var all: [PushCredential]

    func credentials(for application: ApplicationID) -> [PushCredential] { all }
    func allCredentials() -> [PushCredential] { all }

    static var key: FixedCredentials { FixedCredentials(all: [PushCredential(id: "key", key: .sample)]) }
    static var certificate: FixedCredentials {
        let identity = Gateway.authority.pushClient(
            bundle: "com.example.calls", topics: ["com.example.calls", "com.example.calls.voip"])
        return FixedCredentials(all: [PushCredential(id: "certificate", certificate: identity)])
    }
}
