import Crypto
import EventLoop
import HTTP2
import Logging

/// The connections to one gateway that carry one credential, and the pushes that wait for them.
///
/// One connection does; another is opened when the gateway closes it, when a push must not go where its last try got
/// no reply, or when pushes wait for room. It is opened before the first push and again after each loss, so that a
/// call finds it open. Loop only.
final class PushPool {
    /// A push on its way through the pool.
    final class Job {
        let request: APNsRequest
        /// It may go over connections with a higher number only.
        let freshAfter: Int
        /// Called once, with what became of it.
        let completion: (Sent) -> Void
        /// Called when the gateway cannot be reached; the push goes on waiting.
        let unreachable: (String) -> Void
        let queuedAt = ContinuousClock.now
        var isWithdrawn = false
        /// It has left; withdrawing it is too late.
        var isSent = false

        init(
            _ request: APNsRequest, freshAfter: Int, unreachable: @escaping (String) -> Void,
            completion: @escaping (Sent) -> Void
        ) {
            self.request = request
            self.freshAfter = freshAfter
            self.unreachable = unreachable
            self.completion = completion
        }
    }

    /// What became of one try.
    struct Sent {
        let result: Result<Message, RequestFailure>
        /// The number of the connection, counted from 1.
        let connection: Int
        let isFirstOnConnection: Bool
        let sentAt: ContinuousClock.Instant
        /// The provider token that was shown.
        let token: String?
    }

    private final class Member {
        let number: Int
        let connection: HTTP2Connection
        var sent = 0
        /// The gateway has accepted our credential on it.
        var isProven = false
        /// A push got no reply, and no other has got one since.
        var isSuspect = false
        var openedAt: ContinuousClock.Instant?
        var lastReplyAt: ContinuousClock.Instant?

        init(number: Int, connection: HTTP2Connection) {
            self.number = number
            self.connection = connection
        }

        var isUsable: Bool { connection.state == .connecting || connection.state == .open }
    }

    let credential: PushCredential
    let environment: PushEnvironment
    /// Shared with the pools of the other gateway; nil for a certificate.
    let tokens: ProviderTokens?
    var breaker = CircuitBreaker()
    /// Called when the gateway can be reached or cannot any more: the reason, or nil.
    var onHealth: ((String?) -> Void)?

    private let endpoint: Endpoint
    private let tls: TLSContext
    private let configuration: PushConfiguration
    private let loop: EventLoop
    private let jitter: Jitter
    private let log: Logger
    private var members: [Member] = []
    /// Pushes that may go anywhere.
    private var queue = JobQueue()
    /// Pushes that need a connection newer than some.
    private var picky: [Job] = []
    private var opened = 0
    /// Connections in a row that came to nothing.
    private var failures = 0
    private var lastFailure: (reason: String, at: ContinuousClock.Instant)?
    private var reconnectTimer: TimerID?
    private var roomTimer: TimerID?
    private var surplusTimer: TimerID?
    private var isClosed = false
    private var isPumping = false

    /// How long a connection that is not needed stays.
    private static let surplusIdle = Duration.seconds(60)
    /// A connection that stood so long was no failure.
    private static let longEnough = Duration.seconds(30)

    init(
        _ credential: PushCredential, to environment: PushEnvironment, tokens: ProviderTokens?, tls: TLSContext,
        configuration: PushConfiguration, on loop: EventLoop, jitter: Jitter, log: Logger
    ) {
        self.credential = credential
        self.environment = environment
        self.tokens = tokens
        self.tls = tls
        self.configuration = configuration
        self.loop = loop
        self.jitter = jitter
        self.log = log.with("environment", environment.rawValue).with("credential", credential.id)
        endpoint = configuration.endpoint(of: environment)
    }

    // MARK: What the dispatcher does

    func submit(_ job: Job) {
        if job.freshAfter == 0 { queue.append(job) } else { picky.append(job) }
        if let lastFailure, failures > 0, !members.contains(where: \.isUsable) { job.unreachable(lastFailure.reason) }
        pump()
    }

    /// Takes back what has not left. False if it has.
    func withdraw(_ job: Job) -> Bool {
        guard !job.isSent else { return false }
        guard !job.isWithdrawn else { return true }
        job.isWithdrawn = true
        if job.freshAfter == 0 { queue.withdrew() } else { picky.removeAll { $0 === job } }
        return true
    }

    /// Whether the gateway is there for us now.
    var isConnected: Bool { members.contains { $0.connection.state == .open } }

    /// Opens a connection if there is none.
    func warm() {
        pump()
    }

    /// Sends nothing more over this connection.
    func retire(connection number: Int) {
        members.first { $0.number == number }?.connection.retire()
        pump()
    }

    func retireAll() {
        for member in members { member.connection.retire() }
        pump()
    }

    /// Ends everything; pushes under way fail as lost.
    func close() {
        isClosed = true
        for timer in [reconnectTimer, roomTimer, surplusTimer] {
            if let timer { loop.cancel(timer) }
        }
        for member in members { member.connection.close() }
        members = []
    }

    // MARK: Choosing

    /// Sends what can be sent and opens what is missing.
    private func pump() {
        guard !isClosed, !isPumping else { return }
        isPumping = true
        defer { isPumping = false }

        sendQueued()
        openMissing()
        scheduleSurplus()
    }

    private func sendQueued() {
        let choosy = picky
        picky = []
        for job in choosy {
            if let member = member(for: job) { send(job, over: member) } else { picky.append(job) }
        }
        while let job = queue.first, let member = member(for: job) {
            queue.removeFirst()
            send(job, over: member)
        }
    }

    private var isIdle: Bool { queue.isEmpty && picky.isEmpty }

    private func member(for job: Job) -> Member? {
        let fit = members.filter { $0.number > job.freshAfter && hasRoom($0) }
        return fit.first { !$0.isSuspect } ?? (canOpen ? nil : fit.first)
    }

    /// Until the gateway has accepted a provider token on a connection, it takes one push at a time there.
    private func hasRoom(_ member: Member) -> Bool {
        guard member.connection.hasRoom else { return false }
        return member.isProven || tokens == nil || member.connection.inFlight == 0
    }

    private var canOpen: Bool { members.count(where: \.isUsable) < configuration.connectionLimit }

    private func openMissing() {
        let usable = members.filter(\.isUsable)
        if usable.isEmpty { return open() }
        guard !usable.contains(where: { $0.connection.state == .connecting }), canOpen else { return }
        for job in picky + [queue.first].compactMap({ $0 }) {
            let fit = usable.filter { $0.number > job.freshAfter && !$0.isSuspect }
            if fit.isEmpty { return open() }
            // All are full: give them a moment first.
            let due = job.queuedAt + configuration.patienceForRoom
            if due <= .now { return open() }
            if roomTimer == nil {
                roomTimer = loop.schedule(after: due - .now) { [weak self] in
                    self?.roomTimer = nil
                    self?.pump()
                }
            }
        }
    }

    private func send(_ job: Job, over member: Member) {
        job.isSent = true
        let isFirst = member.sent == 0
        member.sent += 1
        let token = tokens?.token()
        let sentAt = ContinuousClock.now
        member.connection.send(
            job.request.message(to: endpoint, authorization: token), timeout: configuration.tryTimeout
        ) { [weak self] result in
            self?.note(result, of: member, sentAt: sentAt)
            job.completion(
                Sent(
                    result: result, connection: member.number, isFirstOnConnection: isFirst, sentAt: sentAt,
                    token: token)
            )
            self?.pump()
        }
    }

    /// Learns from an answer what the connection is worth.
    private func note(_ result: Result<Message, RequestFailure>, of member: Member, sentAt: ContinuousClock.Instant) {
        switch result {
        case .success(let message):
            member.lastReplyAt = .now
            member.isSuspect = false
            failures = 0
            if message.status != 403 { member.isProven = true }
            onHealth?(nil)
        case .failure(.timedOut):
            if member.lastReplyAt.map({ $0 < sentAt }) ?? true { member.isSuspect = true }
            onHealth?("no reply within \(configuration.tryTimeout)")
        case .failure: break
        }
    }

    // MARK: Opening

    private func open() {
        guard reconnectTimer == nil || !isIdle else { return }
        let now = ContinuousClock.now
        let due = lastFailure.map { $0.at + backOff } ?? now
        if let reconnectTimer {
            loop.cancel(reconnectTimer)
            self.reconnectTimer = nil
        }
        if failures > 0, due > now {
            reconnectTimer = loop.schedule(after: due - now) { [weak self] in
                self?.reconnectTimer = nil
                self?.pump()
            }
            return
        }
        opened += 1
        do {
            let connection = try HTTP2Connection(
                to: endpoint, tls: tls, timing: configuration.connection, on: loop,
                pick: { [jitter] count in Int(jitter.next() * Double(count)) })
            let member = Member(number: opened, connection: connection)
            members.append(member)
            connection.onChange = { [weak self] in self?.changed(member) }
        } catch {
            failed("\(error)")
        }
    }

    /// The time to wait after failures in a row: short while pushes wait, else 1 s doubling to a minute.
    private var backOff: Duration {
        let doublings = 1 << min(max(0, failures - 1), 6)
        let first: Duration = isIdle ? .seconds(1) : .milliseconds(250)
        let longest: Duration = isIdle ? .seconds(60) : .seconds(1)
        let pause = min(longest, first * doublings)
        // A quarter up or down, so that many servers do not come back at the same moment.
        return pause * (0.75 + jitter.next() / 2)
    }

    private func changed(_ member: Member) {
        switch member.connection.state {
        case .connecting, .draining: break
        case .open:
            if member.openedAt == nil {
                member.openedAt = .now
                log.info("push.connected", ["endpoint": endpoint, "connection": member.number])
                onHealth?(nil)
            }
        case .closed(let reason):
            members.removeAll { $0 === member }
            log.info(
                "push.disconnected",
                ["endpoint": endpoint, "connection": member.number, "reason": reason, "pushes": member.sent])
            // A connection that served, or at least lasted, may be replaced at once; another one only after a pause.
            let lasted = member.openedAt.map { .now - $0 > Self.longEnough } ?? false
            if lasted || member.lastReplyAt != nil {
                failures = 0
            } else {
                failed(reason)
            }
        }
        pump()
    }

    private func failed(_ reason: String) {
        failures += 1
        lastFailure = (reason, .now)
        guard !members.contains(where: \.isUsable) else { return }
        onHealth?(reason)
        for job in picky + queue.waiting { job.unreachable(reason) }
    }

    /// Lets go of connections beyond the first that have nothing to do.
    private func scheduleSurplus() {
        guard members.count(where: \.isUsable) > 1, isIdle, surplusTimer == nil else { return }
        surplusTimer = loop.schedule(after: Self.surplusIdle) { [weak self] in
            guard let self else { return }
            surplusTimer = nil
            let open = members.filter { $0.connection.state == .open }
            guard let keep = open.first(where: { !$0.isSuspect && $0.isProven }) ?? open.first else { return }
            for member in open where member !== keep && member.connection.inFlight == 0 { member.connection.retire() }
            pump()
        }
    }
}
