import Glibc

/// The signals that end a server or make it read its certificate again, taken by the thread that waits for them.
enum StopSignal {
    /// Must run before other threads start, which inherit the mask.
    static func block() {
        var signals = set
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Waits for SIGTERM or SIGINT.
    ///
    /// - Parameter reload: what SIGHUP asks for. Without it SIGHUP ends the process as ever, when its terminal closes.
    static func wait(reload: (() -> Void)? = nil) -> CInt {
        var signals = set
        if reload == nil {
            var hangUp = sigset_t()
            sigemptyset(&hangUp)
            sigaddset(&hangUp, SIGHUP)
            sigdelset(&signals, SIGHUP)
            pthread_sigmask(SIG_UNBLOCK, &hangUp, nil)
        }
        var number: CInt = 0
        while true {
            guard sigwait(&signals, &number) == 0 else { continue }
            guard number == SIGHUP else { return number }
            reload?()
        }
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
        sigaddset(&signals, SIGHUP)
        return signals
    }
}
