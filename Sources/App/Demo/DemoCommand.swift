import EventLoop
import Glibc
import JSON
import Simulator
import Synchronization
import Telephony

/// Shows a telephone call answered by an app user, with nothing set up and nothing left behind.
enum DemoCommand {
    private static let keep = Option("keep", "Leave the server up until Ctrl-C, to go on with")
    private static let listen = Option(
        "listen", value: "HOST:PORT", "Where the server listens (a free port; with --keep 127.0.0.1:8080 if it is free)"
    )

    static let command = Command(
        "demo", "See a telephone call answered by an app user",
        discussion: """
            Plays the platform, Apple's push gateway and an iPhone around a server of its own, in a
            temporary folder. All of them talk over sockets on 127.0.0.1; nothing outside is asked.
            Exit code 0: every step was seen. Nothing is left behind.
            """,
        options: [keep, listen],
        examples: [
            .init("hookline demo", "the call, and that is all"),
            .init("hookline demo --keep", "and go on with the server"),
        ],
        run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let start = ProgramStart.instant
        let isKept = invocation.arguments.has(keep)
        var setup = Scene.Setup()
        // Whoever goes on with curl cannot sign.
        setup.requiresSignatures = !isKept
        if let address = invocation.arguments[listen] {
            setup.addresses = [address]
        } else if isKept {
            setup.addresses = ["127.0.0.1:8080", "127.0.0.1:0"]
        }
        let recorder = Recorder()
        let performance = Performance(setup, isKept: isKept, invocation, start: start, recorder)
        return try stoppable(recorder) { () throws(Failure) in try performance.run() }
    }

    /// Runs `body` on a thread of its own. SIGINT and SIGTERM stop what it waits for; it ends in any case.
    private static func stoppable(
        _ recorder: Recorder, _ body: @escaping @Sendable () throws(Failure) -> ExitCode
    ) throws(Failure) -> ExitCode {
        StopSignal.block()
        let result = DemoResult()
        let thread: Thread
        do {
            thread = try Thread(name: "demo") {
                let outcome = Result { () throws(Failure) in try body() }
                result.value.withLock { $0 = outcome }
                // Wakes the main thread, which waits for nothing but signals.
                kill(getpid(), SIGTERM)
            }
        } catch { throw Failure(.refused, "no thread: \(error)") }
        while true {
            _ = StopSignal.wait()
            if let outcome = result.value.withLock({ $0 }) {
                thread.join()
                return try outcome.get()
            }
            recorder.stop()
        }
    }
}

/// What the demo ended with, across threads.
private final class DemoResult: Sendable {
    let value = Mutex<Result<ExitCode, Failure>?>(nil)
}
