import CShims
import Glibc
import Synchronization

/// One thread's loop: waits for file descriptors, timers and work from other threads, and deals with each in turn.
///
/// It is also the executor of the tasks that prefer it, so an async handler runs between two events of the same
/// thread and never meets another thread's state.
///
/// `@unchecked Sendable`: everything below the line "loop thread only" is touched by the thread in `run()` alone (or
/// before `run()` begins); what other threads touch is constant, atomic, or under `inbox`.
package final class EventLoop: TaskExecutor, @unchecked Sendable {
    /// Something to do that is no event: a step of a task, or a posted closure.
    private enum Work {
        case job(UnownedJob)
        case body(@Sendable () -> Void)
    }

    private struct Entry {
        var handler: (any ReadinessHandler)?
        /// Tells a closed descriptor's last events from those of its successor with the same number.
        var generation: UInt32 = 0
    }

    private let poll: CInt
    private let wakeUp: CInt
    private let inbox = Mutex<[Work]>([])
    private let isStopping = Atomic(false)
    /// The `pthread_t` of the thread in `run()`, 0 when there is none.
    private let owner = Atomic<UInt>(0)

    // Loop thread only.
    //
    // `@exclusivity(unchecked)`: read for every event, where the check at run time would be most of the cost. Nothing
    // is called while one of them is being changed.

    /// When this turn began.
    @exclusivity(unchecked) package private(set) var moment: Moment
    /// Counts the turns, for what is to be renewed once in each.
    @exclusivity(unchecked) package private(set) var turn: UInt64 = 0
    @exclusivity(unchecked) private var entries: [Entry] = []
    private var timers = Timers()
    @exclusivity(unchecked) private var work: [Work] = []
    private var spareWork: [Work] = []
    /// The same moment on both clocks, to tell one from the other.
    private let origin: (instant: ContinuousClock.Instant, moment: Moment)
    private let events = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: 256)

    /// The tag of the wake-up descriptor among the events.
    private static let wakeUpTag = UInt64.max
    /// How many rounds of work may follow one event before the loop looks at its descriptors again.
    private static let workRounds = 64

    package init() throws(SystemError) {
        origin = (.now, .now())
        moment = origin.moment
        poll = try Kernel.makePoll()
        do throws(SystemError) {
            wakeUp = try Kernel.makeWakeUp()
        } catch {
            Kernel.close(poll)
            events.deallocate()
            throw error
        }
        // From here on `deinit` closes what is open.
        try Kernel.change(poll, .add, wakeUp, interest: Interest.readable.events, tag: Self.wakeUpTag)
    }

    deinit {
        Kernel.close(poll)
        Kernel.close(wakeUp)
        events.deallocate()
    }

    /// When this turn began.
    package var now: ContinuousClock.Instant {
        origin.instant + .nanoseconds(moment.nanoseconds - origin.moment.nanoseconds)
    }

    // MARK: The turns

    /// Runs until `stop()`, on the calling thread.
    package func run() {
        owner.store(UInt(pthread_self()), ordering: .releasing)
        while !isStopping.load(ordering: .acquiring) {
            let ready = Kernel.wait(poll, into: events, milliseconds: timeout())
            moment = .now()
            turn &+= 1
            for index in 0..<ready {
                deliver(events[index])
                runWork()
            }
            while let body = timers.popDue(at: moment) {
                body()
                runWork()
            }
            runWork()
        }
        // What was handed over before `stop()` is still done, so that no continuation is lost.
        takeInbox()
        runWork()
        owner.store(0, ordering: .releasing)
    }

    /// Makes `run()` return after its turn. Any thread.
    package func stop() {
        isStopping.store(true, ordering: .releasing)
        Kernel.wake(wakeUp)
    }

    /// Whether the caller is on the loop's own thread.
    package var isCurrent: Bool { owner.load(ordering: .relaxed) == UInt(pthread_self()) }

    private func deliver(_ event: epoll_event) {
        let tag = event.data.u64
        if tag == Self.wakeUpTag {
            Kernel.acknowledgeWakeUp(wakeUp)
            takeInbox()
            return
        }
        let entry = entries[Int(UInt32(truncatingIfNeeded: tag))]
        guard entry.generation == UInt32(truncatingIfNeeded: tag >> 32) else { return }
        entry.handler?.isReady(Readiness(events: event.events))
    }

    /// Milliseconds until the next timer, rounded up so that it is due by then; -1 without one.
    private func timeout() -> CInt {
        if !work.isEmpty { return 0 }
        guard let deadline = timers.nextDeadline else { return -1 }
        let left = deadline.nanoseconds - Moment.now().nanoseconds
        guard left > 0 else { return 0 }
        return CInt(clamping: (left - 1) / 1_000_000 + 1)
    }

    // MARK: Work

    /// Runs `body` on the loop's thread, after the event it is dealing with. Any thread. Dropped when the loop has
    /// stopped.
    package func post(_ body: @escaping @Sendable () -> Void) {
        add(.body(body))
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        add(.job(UnownedJob(job)))
    }

    private func add(_ item: Work) {
        if isCurrent {
            work.append(item)
            return
        }
        let wasEmpty = inbox.withLock { list in
            list.append(item)
            return list.count == 1
        }
        // Later items ride on the first one's wake-up: the loop takes them all at once.
        if wasEmpty { Kernel.wake(wakeUp) }
    }

    private func takeInbox() {
        inbox.withLock { list in
            if work.isEmpty {
                swap(&work, &list)
            } else {
                work.append(contentsOf: list)
                list.removeAll(keepingCapacity: true)
            }
        }
    }

    private func runWork() {
        var rounds = 0
        while !work.isEmpty, rounds < Self.workRounds {
            rounds += 1
            var batch = work
            work = spareWork
            spareWork = []
            for item in batch {
                switch item {
                case .job(let job): job.runSynchronously(on: asUnownedTaskExecutor())
                case .body(let body): body()
                }
            }
            batch.removeAll(keepingCapacity: true)
            spareWork = batch
        }
    }

    // MARK: Descriptors

    /// Tells `handler` whenever `fd` is ready for `interest`. The loop keeps the handler until `deregister`.
    package func register(
        _ fd: CInt, for interest: Interest, handler: any ReadinessHandler
    ) throws(SystemError) {
        assertOnLoop()
        let index = Int(fd)
        if index >= entries.count {
            entries.append(contentsOf: repeatElement(Entry(), count: index + 1 - entries.count))
        }
        try Kernel.change(poll, .add, fd, interest: interest.events, tag: tag(of: index))
        entries[index].handler = handler
    }

    package func modify(_ fd: CInt, for interest: Interest) {
        assertOnLoop()
        // Fails only for a descriptor that is not registered, which is our own mistake.
        do { try Kernel.change(poll, .modify, fd, interest: interest.events, tag: tag(of: Int(fd))) } catch {
            assertionFailure("\(error)")
        }
    }

    /// Forgets `fd`; call it before closing.
    package func deregister(_ fd: CInt) {
        assertOnLoop()
        do { try Kernel.change(poll, .remove, fd) } catch { assertionFailure("\(error)") }
        entries[Int(fd)].handler = nil
        entries[Int(fd)].generation &+= 1
    }

    private func tag(of index: Int) -> UInt64 {
        UInt64(entries[index].generation) << 32 | UInt64(index)
    }

    // MARK: Timers

    /// Runs `body` once, on the loop, when `delay` has passed since now, at the end of a turn.
    @discardableResult
    package func schedule(after delay: Duration, _ body: @escaping () -> Void) -> TimerID {
        assertOnLoop()
        // Not the turn's moment: the turn may have been long.
        return timers.schedule(at: .now() + delay, body)
    }

    /// Does nothing when the timer has fired or was cancelled before.
    package func cancel(_ timer: TimerID) {
        assertOnLoop()
        timers.cancel(timer)
    }

    private func assertOnLoop() {
        assert(isCurrent || owner.load(ordering: .relaxed) == 0, "only on the loop's own thread")
    }
}
