import Glibc

/// The signals that end a server, taken by the thread that waits for them.
enum StopSignal {
    /// Must run before other threads start, which inherit the mask.
    static func block() {
        var signals = set
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Waits for SIGTERM or SIGINT.
    static func wait() -> CInt {
        var signals = set
        var number: CInt = 0
        while sigwait(&signals, &number) != 0 {}
        return number
    }

    /// A second signal ends the process at once.
    static func unblock() {
        var signals = set
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    private static var set: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGINT)
        return signals
    }
}
