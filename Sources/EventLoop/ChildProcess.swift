import CShims
import Glibc
import Synchronization

/// A program that this process has started, with one end of a `MessageChannel` as its descriptor 3.
package final class ChildProcess: Sendable {
    /// How a child has ended.
    package enum End: Equatable, Sendable {
        case status(CInt)
        case signal(CInt)
    }

    /// The number under which the child finds its end of the channel.
    package static let channelDescriptor = CInt(HL_CHANNEL)

    package let pid: pid_t
    private let end = Mutex<End?>(nil)

    private init(pid: pid_t) { self.pid = pid }

    /// Starts the program at `path`. It inherits the standard streams and the channel, and nothing else.
    package static func start(
        path: String, arguments: [String], environment: [String], channel: CInt
    ) throws(SystemError) -> ChildProcess {
        var pid: pid_t = 0
        let argumentTexts = arguments.map { strdup($0) } + [nil]
        let environmentTexts = environment.map { strdup($0) } + [nil]
        defer { for text in argumentTexts + environmentTexts { free(text) } }
        let code = hl_spawn(&pid, path, argumentTexts, environmentTexts, channel)
        guard code == 0 else { throw SystemError(call: "posix_spawn \(path)", code: code) }
        return ChildProcess(pid: pid)
    }

    /// Whether it has ended, and how. Never waits.
    package func ended() -> End? { wait(WNOHANG) }

    /// Ends it, unless it ends by itself within `patience`, and waits for that.
    @discardableResult
    package func endAndWait(patience: Duration) -> End? {
        let deadline = ContinuousClock.now + patience
        while ContinuousClock.now < deadline {
            if let end = ended() { return end }
            usleep(2000)
        }
        // It is ours and not waited for yet, so the number cannot be another process's.
        if ended() == nil { kill(pid, SIGKILL) }
        return wait(0)
    }

    private func wait(_ options: CInt) -> End? {
        end.withLock { end in
            if let end { return end }
            var status: CInt = 0
            var found: pid_t
            repeat { found = waitpid(pid, &status, options) } while found == -1 && errno == EINTR
            guard found == pid else { return nil }
            let number = status & 0x7F
            end = number == 0 ? .status((status >> 8) & 0xFF) : .signal(number)
            return end
        }
    }
}

extension ChildProcess.End: CustomStringConvertible {
    package var description: String {
        switch self {
        case .status(let status): "it ended with status \(status)"
        case .signal(let number): "signal \(number) ended it"
        }
    }
}
