import Crypto
import EventLoop
import HTTP2
import Logging
import Synchronization
import Telephony

/// Rings phones: takes invites from any thread, never holds the caller up, and tells the outbox what became of them.
///
/// Pushes of one call go out side by side, each device for itself. What is here may be called by any thread; the rest, the
/// way of one invite (`+Invite`), happens on the loop's thread.
///
/// `@unchecked Sendable`: `counters` is locked, the rest is constant or touched on the loop's thread only.
package final class PushDispatcher: @unchecked Sendable {
    /// One invite under way.
    final class Run {
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

    struct Counters {
        /// Invites that are not finished.
        var underWay = 0
        var isClosed = false
        var problems: [String: PushProblem] = [:]
    }

    let configuration: PushConfiguration
    let source: any CredentialSource
    let outbox: any PushOutbox
    let clock: WallClock
    let jitter: Jitter
    let log: Logger
    let loop: EventLoop
    /// Its own thread, unless a loop was handed in.
    private let thread: LoopThread?
    let counters = Mutex(Counters())

    // Loop only.
    var runs: [PushID: Run] = [:]
    var runsOfCall: [CallUUID: [PushID]] = [:]
    var ended = EndedCalls()
    var pools: [String: PushPool] = [:]
    var signers: [String: ProviderTokens] = [:]
    var idleWaiters: [() -> Void] = []

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
}
