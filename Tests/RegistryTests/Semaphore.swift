import Glibc

/// A flag that one thread raises and another waits for.
///
/// The semaphore is heap memory of its own, because it must not move; it is made for use by several threads at once,
/// which makes the class safe to share.
final class Semaphore: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func raise() { sem_post(semaphore) }

    var isRaised: Bool {
        var value: CInt = 0
        sem_getvalue(semaphore, &value)
        return value > 0
    }

    /// Waits on this thread.
    func wait() { while sem_wait(semaphore) != 0 {} }

    /// Waits without holding a thread.
    func raised() async { while sem_trywait(semaphore) != 0 { await Task.yield() } }
}
