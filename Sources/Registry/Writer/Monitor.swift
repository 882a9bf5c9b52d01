import Glibc

/// A lock with a bell: whoever waits for a condition sleeps until another thread rings.
///
/// The mutex and the condition are heap memory of their own, because they must not move. They are made to be used by
/// several threads at once, which makes the class safe to share.
final class Monitor: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    init() {
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func enter() { pthread_mutex_lock(mutex) }

    func leave() { pthread_mutex_unlock(mutex) }

    /// Lets others in until one rings.
    func wait() { pthread_cond_wait(condition, mutex) }

    /// The same, for a limited time. Returns false when that is over.
    func wait(atMost longest: Duration) -> Bool {
        guard longest > .zero else { return false }
        let (seconds, attoseconds) = longest.components
        var until = timespec()
        clock_gettime(CLOCK_MONOTONIC, &until)
        let nanoseconds = until.tv_nsec + Int(attoseconds / 1_000_000_000)
        until.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
        until.tv_nsec = nanoseconds % 1_000_000_000
        return pthread_cond_timedwait(condition, mutex, &until) != ETIMEDOUT
    }

    func wakeOne() { pthread_cond_signal(condition) }

    func wakeAll() { pthread_cond_broadcast(condition) }
}
