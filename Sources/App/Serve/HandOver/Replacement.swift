import EventLoop
import Glibc
import HTTPServer

/// One attempt to put a new process in the place of this server.
///
/// Until the new one says that it wants nothing but the store, this one serves as ever. From then on connections wait
/// in the sockets' queues, which both have. If the new one fails after that, this one opens the store again and goes on:
/// the lock on the folder sees to it that there is one writer.
struct Replacement {
    enum Outcome {
        /// The new process serves; this one may end.
        case replaced
        /// Nothing has changed.
        case kept
        /// The order to stop came in between.
        case mustStop
        /// The server has stopped, and nobody took its place.
        case mustResume(Inheritance)
    }

    /// How long things may take.
    struct Limits {
        /// Until a new process is ready: it reads the whole directory.
        var starting = Duration.seconds(60)
        /// From the free store to its first answer.
        var taking = Duration.seconds(30)
        /// What clients whose connections cannot be handed over get to learn that they have to come again.
        var windingDown = Duration.seconds(1)
    }

    private let server: RunningServer
    private let program: String?
    private let arguments: [String]
    private let environment: [String: String]
    private let limits: Limits

    /// - Parameters:
    ///   - program: the file to run.
    ///   - arguments: what it is called with, its name first.
    init(
        of server: RunningServer, by program: String?, _ environment: [String: String],
        arguments: [String] = CommandLine.arguments, limits: Limits = Limits()
    ) {
        self.server = server
        self.program = program
        self.arguments = arguments
        self.environment = environment
        self.limits = limits
    }

    func run() -> Outcome {
        let log = server.log
        guard server.isKept else {
            log.error("handover.refused", ["reason": "what is kept in memory cannot be handed over"])
            return .kept
        }
        guard let program else {
            log.error("handover.refused", ["reason": "the program's file is not known"])
            return .kept
        }
        let began = ContinuousClock.now
        let successor: Successor
        do throws(Failure) {
            successor = try Successor(program: program, arguments: arguments, sockets: server.sockets)
        } catch {
            log.error("handover.failed", ["reason": error.message])
            return .kept
        }
        log.info("handover.started", ["pid": successor.pid, "program": program])
        let mustWindDown = waiting { await server.windDown() }
        guard awaitReady(successor, from: began) else {
            let isStopping = StopSignal.pending()
            server.goOn()
            guard isStopping == nil else { return .mustStop }
            return .kept
        }
        if mustWindDown { pause(until: began + limits.windingDown) }
        return handOver(to: successor)
    }

    /// Serves on until the new process is ready. False when it will not be, or this one is told to stop.
    private func awaitReady(_ successor: Successor, from began: ContinuousClock.Instant) -> Bool {
        while true {
            switch successor.state(within: .milliseconds(20)) {
            case .ready: return true
            case .failed(let reason):
                server.log.error("handover.failed", ["reason": reason])
                successor.end()
                return false
            case .starting, .serving: break
            }
            if StopSignal.isPending {
                successor.end(patience: .zero)
                return false
            }
            if ContinuousClock.now - began >= limits.starting {
                server.log.error("handover.failed", ["reason": "the new process was not ready in time"])
                successor.end(patience: .zero)
                return false
            }
        }
    }

    private func handOver(to successor: Successor) -> Outcome {
        let log = server.log
        let sockets = server.sockets
        let began = ContinuousClock.now
        // Before this process goes the service manager must know whom to look after.
        ServiceManager.notify("MAINPID=\(successor.pid)", environment)
        let connections = waiting { await server.handOver() }
        let released = ContinuousClock.now
        successor.release(connections)
        let state = awaitServing(successor, from: released)
        guard state == .serving else {
            if case .failed(let reason) = state { log.error("handover.failed", ["reason": reason]) }
            successor.end()
            ServiceManager.notify("MAINPID=\(getpid())", environment)
            return .mustResume(Inheritance(sockets: sockets, connections: connections))
        }
        log.info(
            "handover.done",
            [
                "pid": successor.pid, "connections": connections.count,
                "let_go_ms": (released - began).milliseconds, "taken_ms": (ContinuousClock.now - released).milliseconds,
            ])
        // Whoever ordered this one to stop meant whoever serves.
        if let signal = StopSignal.pending() { successor.pass(signal) }
        return .replaced
    }

    private func awaitServing(_ successor: Successor, from released: ContinuousClock.Instant) -> Successor.State {
        while ContinuousClock.now - released < limits.taking {
            switch successor.state(within: .milliseconds(500)) {
            case .starting, .ready: continue
            case let end: return end
            }
        }
        successor.end(patience: .zero)
        return .failed("the new process did not serve in time")
    }

    private func pause(until end: ContinuousClock.Instant) {
        let left = (end - .now).milliseconds
        if left > 0 { usleep(UInt32(left) * 1000) }
    }

    /// Waits for what fails for no reason.
    private func waiting<T: Sendable>(_ body: @escaping @Sendable () async -> T) -> T {
        do throws(Failure) {
            return try blocking { () async throws(Failure) in await body() }
        } catch {
            // `blocking` fails only when the work does.
            preconditionFailure(error.message)
        }
    }
}

extension Duration {
    fileprivate var milliseconds: Int { Int(self / .milliseconds(1)) }
}
