import EventLoop
import Logging
import Telephony

/// The way of one invite, from the queue to its outcome.
extension PushDispatcher {
    /// Chooses credential and request, and sends it.
    func start(_ invite: Invite, queuedAt: Timestamp) {
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

    /// Forgets the invite and tells the outbox what became of it.
    func finish(_ run: Run, _ outcome: PushOutcome) {
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
}
