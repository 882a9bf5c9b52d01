import Crypto
import HTTP2
import Synchronization
import Telephony

/// What the gateway's loop and other threads share: the rules, the phones, and the log.
final class GatewayCore: Sendable {
    struct State {
        var rules = GatewayRules()
        /// By the number of the connection.
        var connections: [Int: GatewayRules.Connection] = [:]
        /// By device token.
        var phones: [String: @Sendable (DeliveredPush) -> Void] = [:]
        var log: [GatewayEntry] = []
    }

    /// Streams a connection may have at a time before its first success with a provider token, and afterwards.
    static let streamsAtFirst = 1
    static let streams = 1000

    let state = Mutex(State())
    let clock: WallClock
    private let trace: @Sendable (GatewayEntry) -> Void

    init(clock: WallClock, trace: @escaping @Sendable (GatewayEntry) -> Void) {
        self.clock = clock
        self.trace = trace
    }

    /// Judges one push, answers, and hands it to its phone. On the loop.
    func answer(_ exchange: HTTP2Exchange) {
        let topics = exchange.connection.peerCertificate.map { PushCertificate($0).topics }
        let (entry, phone, isFirst) = judge(exchange, certificateTopics: topics)
        exchange.respond(entry.response)
        if isFirst, topics == nil { exchange.connection.announce(maxConcurrentStreams: Self.streams) }
        trace(entry)
        if let push = entry.delivered { phone?(push) }
    }

    /// Also tells whether it is the connection's first success.
    private func judge(
        _ exchange: HTTP2Exchange, certificateTopics: [String]?
    ) -> (GatewayEntry, phone: (@Sendable (DeliveredPush) -> Void)?, isFirst: Bool) {
        let now = clock.now()
        let number = exchange.connection.number
        return state.withLock { state in
            var shown =
                state.connections[number] ?? GatewayRules.Connection(certificateTopics: certificateTopics)
            let verdict = Result { () throws(GatewayRefusal) in
                try state.rules.judge(exchange.request, on: &shown, at: now)
            }
            var isFirst = false
            var phone: (@Sendable (DeliveredPush) -> Void)?
            if case .success(let push) = verdict {
                isFirst = !shown.isProven
                shown.isProven = true
                phone = state.phones[push.token]
            }
            state.connections[number] = shown
            let token = exchange.request.path.flatMap { $0.split(separator: "/").last.map(String.init) } ?? ""
            let entry = GatewayEntry(
                request: exchange.request, connection: number, verdict: verdict, at: now,
                unregisteredAt: state.rules.installations[token]?.unregisteredAt)
            state.log.append(entry)
            return (entry, phone, isFirst)
        }
    }
}
