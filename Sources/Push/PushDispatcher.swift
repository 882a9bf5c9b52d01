import Crypto
import EventLoop
import HTTP2
import Logging
import Synchronization
import Telephony

/// Rings phones: takes invites from any thread, never holds the caller up, and tells the outbox what became of them.
///
/// Pushes of one call go out side by side, each device for itself. Everything else happens on the loop's thread.
///
/// `@unchecked Sendable`: `counters` is locked, the rest is constant or touched on the loop's thread only.
package final class PushDispatcher: @unchecked Sendable {
    /// One invite under way.
    private final class Run {
        let invite: Invite
        let queuedAt: Timestamp
        var course = Course()
        var choice: CredentialChoice?
        var request: APNsRequest?
        var pool: PushPool?
        var job: PushPool.Job?
        var timer: TimerID?
        /// Why no further try is wanted.
        var end: String?
        var freshAfter = 0
        var isToldUnreachable = false

        init(_ invite: Invite, queuedAt: Timestamp) {
            self.invite = invite
            self.queuedAt = queuedAt
        }
    }

    private struct Counters {
        /// Invites that are not finished.
        var underWay = 0
        var isClosed = false
        var problems: [String: PushProblem] = [:]
    }

    private let configuration: PushConfiguration
    private let source: any CredentialSource
    private let outbox: any PushOutbox
    private let clock: WallClock
    private let jitter: Jitter
    private let log: Logger
    private let loop: EventLoop
    /// Its own thread, unless a loop was handed in.
    private let thread: LoopThread?
    private let counters = Mutex(Counters())

    // Loop only.
    private var runs: [PushID: Run] = [:]
    private var runsOfCall: [CallUUID: [PushID]] = [:]
    private var ended = EndedCalls()
    private var pools: [String: PushPool] = [:]
    private var signers: [String: ProviderTokens] = [:]
    private var idleWaiters: [() -> Void] = []

    /// - Parameter loop: where to work; without one the dispatcher has a thread of its own.
    package init(
        configuration: PushConfiguration, credentials: any CredentialSource, outbox: any PushOutbox, clock: WallClock,
        jitter: Jitter = .random, log: Logger, loop: EventLoop? = nil
    ) throws(SystemError) {
        self.configuration = configuration
        self.outbox = outbox
        self.clock = clock
        self.jitter = jitter
        self.log = log
        source = credentials
        if let loop {
            thread = nil
            self.loop = loop
        } else {
            let thread = try LoopThread(name: "push")
            self.thread = thread
            self.loop = thread.loop
        }
    }

    deinit {
        thread?.stop()
    }

    // MARK: Any thread

    /// Starts to ring the devices. Those that do not fit the queue are recorded as dropped.
    package func dispatch(_ invites: [Invite]) {
        let now = clock.now()
        var (room, isClosed) = counters.withLock { counters in
            let room = counters.isClosed ? 0 : max(0, configuration.queueLimit - counters.underWay)
            counters.underWay += min(room, invites.count)
            return (room, counters.isClosed)
        }
        let taken = Array(invites.prefix(room))
        room -= taken.count
        for invite in invites.dropFirst(taken.count) {
            let reason = isClosed ? "not sent: the server is shutting down" : "not sent: too many pushes are waiting"
            var attempt = Self.attempt(invite, queuedAt: now, decision: reason)
            attempt.isLast = !isClosed
            record(attempt)
            outbox.finished(invite.id, of: invite.call, .dropped(reason))
        }
        guard !taken.isEmpty else { return }
        loop.post { [self] in
            for invite in taken { start(invite, queuedAt: now) }
        }
    }

    /// Takes back what waits for this call and tries nothing again. What is on its way cannot be recalled.
    package func callEnded(_ call: CallUUID, reason: String = "the call is over") {
        loop.post { [self] in
            ended.insert(call)
            for id in runsOfCall[call] ?? [] {
                guard let run = runs[id] else { continue }
                run.end = reason
                if let job = run.job, run.pool?.withdraw(job) == false { continue }
                finish(run, .dropped(reason))
            }
        }
    }

    /// Opens connections with every credential, so that the first call finds them open, and lets go of those whose
    /// credential is gone. To be called at start and after credentials have changed.
    package func warm() {
        loop.post { [self] in
            var wanted: Set<String> = []
            for credential in source.allCredentials() {
                for environment in PushEnvironment.allCases where credential.environments.contains(environment) {
                    wanted.insert(Self.name(credential, environment))
                    try? pool(for: credential, environment).warm()
                }
            }
            for (name, pool) in pools where !wanted.contains(name) {
                guard !runs.values.contains(where: { $0.pool === pool }) else { continue }
                pool.close()
                pools[name] = nil
                counters.withLock { $0.problems[name] = nil }
            }
        }
    }

    /// Invites that are not finished.
    package var underWay: Int { counters.withLock { $0.underWay } }

    /// Gateways that cannot be reached or do not answer now.
    package var problems: [PushProblem] {
        counters.withLock {
            $0.problems.values.sorted {
                ($0.environment.rawValue, $0.credential) < ($1.environment.rawValue, $1.credential)
            }
        }
    }

    /// Waits until every invite is finished, but no longer than `limit`.
    package func drain(within limit: Duration) async {
        await withCheckedContinuation { continuation in
            loop.post { [self] in
                guard !runs.isEmpty else { return continuation.resume() }
                var isDone = false
                let done = {
                    guard !isDone else { return }
                    isDone = true
                    continuation.resume()
                }
                idleWaiters.append(done)
                loop.schedule(after: limit, done)
            }
        }
    }

    /// Ends everything and closes the connections; returns when that is done. Invites under way end as dropped.
    package func close() async {
        counters.withLock { $0.isClosed = true }
        await withCheckedContinuation { continuation in
            loop.post { [self] in
                for run in Array(runs.values) { finish(run, .dropped("the server is shutting down")) }
                for pool in pools.values { pool.close() }
                pools = [:]
                continuation.resume()
            }
        }
        // The loop has nothing left to do, so that its thread ends with this turn.
        thread?.stop()
        thread?.join()
    }

    // MARK: One invite

    private func start(_ invite: Invite, queuedAt: Timestamp) {
        guard runs[invite.id] == nil else {
            counters.withLock { $0.underWay -= 1 }
            return
        }
        let run = Run(invite, queuedAt: queuedAt)
        runs[invite.id] = run
        runsOfCall[invite.call, default: []].append(invite.id)

        guard !counters.withLock({ $0.isClosed }) else { return finish(run, .dropped("the server is shutting down")) }
        guard !ended.contains(invite.call) else { return finish(run, .dropped("the call is over")) }
        let now = clock.now()
        guard now <= invite.latestTry else { return refuse(run, "not sent: the ring is about to end", isDropped: true) }
        guard let route = invite.device.route else {
            let isAndroid = invite.device.fcmToken != nil
            return refuse(run, isAndroid ? "not sent: no FCM credential" : "not sent: the device has no push token")
        }
        do {
            let choice = try chooseCredential(
                among: source.credentials(for: invite.application), for: invite.device, route.kind,
                defaultBundle: configuration.defaultBundle, now: now)
            run.choice = choice
            run.request = APNsRequest(
                invite, to: route.token, as: route.kind, of: choice.bundle, at: now, patience: configuration.patience)
            run.pool = try pool(for: choice.credential, invite.device.environment)
        } catch {
            return refuse(run, "not sent: \(error)")
        }
        send(run)
    }

    private func send(_ run: Run) {
        guard let pool = run.pool, let request = run.request else { return }
        if let reason = pool.breaker.refusal(at: .now) { return refuse(run, "not sent: \(reason)") }

        let job = PushPool.Job(
            request, freshAfter: run.freshAfter,
            unreachable: { [weak self] reason in self?.tellUnreachable(run, reason) },
            completion: { [weak self] sent in self?.sent(run, sent) })
        run.job = job
        let left = clock.now().duration(to: run.invite.latestTry)
        run.timer = loop.schedule(after: max(.zero, left)) { [weak self] in self?.ringIsEnding(run) }
        pool.submit(job)
    }

    /// The last moment for a try has come while the push still waits to leave.
    private func ringIsEnding(_ run: Run) {
        guard let job = run.job, let pool = run.pool, pool.withdraw(job) else { return }
        pool.breaker.learntNothing()
        refuse(run, "not sent: no \(pool.isConnected ? "room" : "connection to the gateway") in time")
    }

    private func tellUnreachable(_ run: Run, _ reason: String) {
        guard !run.isToldUnreachable else { return }
        run.isToldUnreachable = true
        record(attempt(run, "gateway not reached (\(reason)); waiting while the call rings"))
    }

    private func sent(_ run: Run, _ sent: PushPool.Sent) {
        guard runs[run.invite.id] === run, let pool = run.pool else { return }
        cancelTimer(run)
        run.job = nil
        let result: Course.Result
        var reply: APNsReply?
        switch sent.result {
        case .success(let message):
            let read = APNsReply(message)
            reply = read
            result = .reply(read)
        case .failure(.notProcessed(let reason)): result = .notProcessed(reason)
        case .failure(let failure): result = .noReply("\(failure)")
        }

        var decision = run.course.decide(
            after: result, of: run.invite, at: clock.now(),
            pause: jitter.pick(configuration.pause.shortest, configuration.pause.longest), end: run.end)
        learn(from: result, decision.reaction, pool, over: sent.connection)
        if case .retry(let retry) = decision.next, retry.withNewToken, let token = sent.token,
            pool.tokens?.renew(insteadOf: token) == false
        {
            decision.next = .giveUp
            decision.isAlarm = true
            decision.words = "\(reply?.words ?? ""); a new provider token was refused, too: check the clock"
        }

        var attempt = attempt(run, decision.words)
        attempt.number = run.course.tries
        attempt.sentAt = clock.now().advanced(by: .zero - (ContinuousClock.now - sent.sentAt))
        attempt.connection = sent.isFirstOnConnection ? .fresh : .reused
        attempt.milliseconds = Int((ContinuousClock.now - sent.sentAt) / .milliseconds(1))
        attempt.status = reply?.status
        attempt.reason = reply?.reason
        attempt.apnsID = reply?.id
        attempt.uniqueID = reply?.uniqueID
        attempt.disablesToken = decision.disablesToken
        attempt.isAlarm = decision.isAlarm
        if case .retry = decision.next {} else { attempt.isLast = true }
        record(attempt)

        switch decision.next {
        case .delivered: finish(run, .delivered)
        case .giveUp:
            if let end = run.end, !decision.disablesToken {
                finish(run, .dropped(end))
            } else if case .noReply = result {
                finish(run, .unknown(decision.words))
            } else {
                finish(run, .failed(decision.words))
            }
        case .retry(let retry):
            if retry.onFreshConnection { run.freshAfter = sent.connection }
            run.timer = loop.schedule(after: retry.pause) { [weak self] in self?.send(run) }
        }
    }

    /// What a try says about connection and credential.
    private func learn(from result: Course.Result, _ reaction: APNsReaction?, _ pool: PushPool, over connection: Int) {
        guard case .reply(let reply) = result else {
            if let word = result.credentialComplaint {
                pool.breaker.failed(word, at: .now)
            } else {
                pool.breaker.learntNothing()
            }
            return
        }
        if reaction?.blame == .credential {
            pool.breaker.failed(reply.words, at: .now)
        } else {
            pool.breaker.succeeded()
        }
        switch reaction?.connection {
        case .replace: pool.retire(connection: connection)
        case .closeAll: pool.retireAll()
        case .keep, nil: break
        }
    }

    /// Ends an invite for which nothing was sent now.
    private func refuse(_ run: Run, _ reason: String, isDropped: Bool = false) {
        var attempt = attempt(run, reason)
        attempt.isLast = true
        record(attempt)
        finish(run, isDropped ? .dropped(reason) : .failed(reason))
    }

    private func finish(_ run: Run, _ outcome: PushOutcome) {
        guard runs.removeValue(forKey: run.invite.id) === run else { return }
        cancelTimer(run)
        if let job = run.job, run.pool?.withdraw(job) == true { run.pool?.breaker.learntNothing() }
        run.job = nil
        let call = run.invite.call
        runsOfCall[call]?.removeAll { $0 == run.invite.id }
        if runsOfCall[call]?.isEmpty == true { runsOfCall[call] = nil }
        counters.withLock { $0.underWay -= 1 }
        log.info(
            "push.finished",
            ["call": call, "device": run.invite.device.id, "outcome": outcome.word, "tries": run.course.tries])
        outbox.finished(run.invite.id, of: call, outcome)
        if runs.isEmpty {
            let waiters = idleWaiters
            idleWaiters = []
            for waiter in waiters { waiter() }
        }
    }

    private func cancelTimer(_ run: Run) {
        if let timer = run.timer { loop.cancel(timer) }
        run.timer = nil
    }

    // MARK: Records

    private func attempt(_ run: Run, _ decision: String) -> PushAttempt {
        var attempt = Self.attempt(run.invite, queuedAt: run.queuedAt, decision: decision)
        attempt.topic = run.request?.topic
        attempt.credential = run.choice?.credential.id
        return attempt
    }

    private static func attempt(_ invite: Invite, queuedAt: Timestamp, decision: String) -> PushAttempt {
        let route = invite.device.route
        return PushAttempt(
            push: invite.id, call: invite.call, application: invite.application, user: invite.user,
            device: invite.device.id, number: 0, kind: route?.kind ?? (invite.device.fcmToken == nil ? nil : .fcm),
            token: route?.token, environment: invite.device.environment, topic: nil, credential: nil,
            queuedAt: queuedAt, sentAt: nil, connection: .none, decision: decision, disablesToken: false, isAlarm: false
        )
    }

    private func record(_ attempt: PushAttempt) {
        if attempt.isAlarm {
            log.warning(
                "push.refused", ["call": attempt.call, "reason": attempt.reason ?? "", "decision": attempt.decision])
        } else {
            log.info(
                "push.attempt",
                ["call": attempt.call, "device": attempt.device, "try": attempt.number, "decision": attempt.decision])
        }
        outbox.attempted(attempt)
    }

    // MARK: Pools

    private static func name(_ credential: PushCredential, _ environment: PushEnvironment) -> String {
        environment.rawValue + " " + credential.identity
    }

    private func pool(for credential: PushCredential, _ environment: PushEnvironment) throws(TLSError) -> PushPool {
        let name = Self.name(credential, environment)
        if let pool = pools[name] { return pool }
        var tokens: ProviderTokens?
        var identity: TLSIdentity?
        switch credential.proof {
        case .certificate(let shown): identity = shown
        case .key(let key):
            tokens = signers[credential.identity] ?? ProviderTokens(key, clock: clock, jitter: jitter)
            signers[credential.identity] = tokens
        }
        let tls = try TLSContext.client(trust: configuration.trust, identity: identity, protocols: ["h2"])
        let pool = PushPool(
            credential, to: environment, tokens: tokens, tls: tls, configuration: configuration, on: loop,
            jitter: jitter, log: log)
        pool.onHealth = { [weak self] reason in self?.note(reason, name, credential, environment) }
        pools[name] = pool
        return pool
    }

    private func note(_ reason: String?, _ name: String, _ credential: PushCredential, _ environment: PushEnvironment) {
        let now = clock.now()
        counters.withLock { counters in
            counters.problems[name] = reason.map { reason in
                PushProblem(
                    environment: environment, credential: credential.id, reason: reason,
                    since: counters.problems[name]?.since ?? now)
            }
        }
    }
}
