import Glibc

/// The signals that end or replace a server or make it read its certificate again, taken by the thread that waits for
/// them.
enum StopSignal {
    /// What starts the program anew in this one's place.
    static let replace = SIGUSR2

    /// Must run before other threads start, which inherit the mask.
    ///
    /// - Parameter replacing: also `replace`, which ends a process that does not take it.
    static func block(replacing: Bool = false) {
        var signals = set(replacing)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Waits for SIGTERM, SIGINT, or, when asked to, `replace`.
    ///
    /// - Parameter reload: what SIGHUP asks for. Without it SIGHUP ends the process as ever, when its terminal closes.
    static func wait(replacing: Bool = false, reload: (() -> Void)? = nil) -> CInt {
        var signals = set(replacing)
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

    /// SIGTERM or SIGINT, if one has come.
    static func pending() -> CInt? {
        var signals = set(false, hangUp: false)
        var none = timespec()
        let number = sigtimedwait(&signals, nil, &none)
        return number > 0 ? number : nil
    }

    /// Whether SIGTERM or SIGINT has come and nobody has taken it.
    static var isPending: Bool {
        var signals = sigset_t()
        return sigpending(&signals) == 0 && (sigismember(&signals, SIGTERM) == 1 || sigismember(&signals, SIGINT) == 1)
    }

    /// A second signal ends the process at once.
    static func unblock() {
        var signals = set(false)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    private static func set(_ replacing: Bool, hangUp: Bool = true) -> sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGINT)
        if hangUp { sigaddset(&signals, SIGHUP) }
        if replacing { sigaddset(&signals, replace) }
        return signals
    }
}
