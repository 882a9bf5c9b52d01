import Glibc

/// A thread that runs one closure and can be waited for.
///
/// `isJoined` is touched by the thread that joins only, which is the owner's.
final class WorkerThread: @unchecked Sendable {
    private var thread = pthread_t()
    private var isJoined = false

    /// Throws the reason when the system gives no thread.
    init(_ body: @escaping @Sendable () -> Void) throws(StoreError) {
        let started = Unmanaged.passRetained(Body(run: body))
        let code = pthread_create(&thread, nil, runBody, started.toOpaque())
        guard code == 0 else {
            started.release()
            throw .broken(String(cString: strerror(code)))
        }
    }

    /// Waits until the closure has returned.
    func join() {
        guard !isJoined else { return }
        isJoined = true
        pthread_join(thread, nil)
    }
}

private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}

private func runBody(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}
