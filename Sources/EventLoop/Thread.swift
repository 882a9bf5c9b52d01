import CShims
import Glibc
import Synchronization

/// A thread of the operating system that runs one closure.
package final class Thread: Sendable {
    /// Carries the closure through C. Not generic, because Swift 6.3's compiler crashes on a C function pointer made
    /// in a generic context.
    private final class Start: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private let thread: pthread_t
    private let isJoined = Mutex(false)

    /// - Parameter name: what debuggers show, at most 15 bytes.
    package init(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        var thread = pthread_t()
        let start = Unmanaged.passRetained(Start(body))
        let code = pthread_create(
            &thread, nil,
            { argument in
                // `passRetained` above handed the reference over; it is never nil.
                let start = Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue()
                start.body()
                return nil
            }, start.toOpaque())
        if code != 0 {
            start.release()
            throw SystemError(call: "pthread_create", code: code)
        }
        hl_name_thread(thread, name)
        self.thread = thread
    }

    deinit {
        if !isJoined.withLock({ $0 }) { pthread_detach(thread) }
    }

    /// Waits until the closure has returned. Never on the thread itself.
    package func join() {
        isJoined.withLock { joined in
            if !joined { pthread_join(thread, nil) }
            joined = true
        }
    }
}
