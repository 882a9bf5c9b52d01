import EventLoop
import Glibc
import HTTPServer

/// The process that takes over from this one, as this one sees it.
///
/// It is the program that lies at this one's path now, with the same arguments and environment.
final class Successor: Sendable {
    enum State: Equatable {
        case starting
        /// It has all it needs but the store.
        case ready
        case serving
        /// It will not serve, and why.
        case failed(String)
    }

    var pid: pid_t { child.pid }
    private let child: ChildProcess
    private let channel: MessageChannel

    /// Starts it, with the listening sockets.
    init(program: String, arguments: [String], sockets: InheritedSockets) throws(Failure) {
        do throws(SystemError) {
            let (mine, theirs) = try MessageChannel.pair()
            defer { Kernel.close(theirs) }
            // The messages wait in the channel; a few hundred descriptors fit.
            for message in HandOverMessage.listing(sockets) { try mine.send(message.message) }
            channel = mine
            child = try ChildProcess.start(
                path: program, arguments: arguments, environment: Self.environment, channel: theirs)
        } catch { throw Failure(.refused, "the new server cannot be started: \(error)") }
    }

    /// What it says next, waiting `limit` at most.
    func state(within limit: Duration) -> State {
        do {
            switch try channel.receive(within: limit) {
            case .nothing: return .starting
            case .closed: return .failed(ending)
            case .message(let message):
                switch HandOverMessage(message) {
                case .ready: return .ready
                case .serving: return .serving
                case .failed(let reason): return .failed(reason)
                default: return .starting
                }
            }
        } catch { return .failed("\(error)") }
    }

    /// Hands over the connections and says that the store is free.
    func release(_ connections: [CInt]) {
        // One that has ended is noticed by whoever waits for its next word.
        for message in HandOverMessage.listing(connections: connections) { try? channel.send(message.message) }
    }

    /// Ends it, for good: it is waited for.
    func end(patience: Duration = .seconds(1)) { child.endAndWait(patience: patience) }

    /// Passes on a signal that was meant for whoever serves.
    func pass(_ signal: CInt) { kill(pid, signal) }

    private var ending: String {
        child.endAndWait(patience: .seconds(1)).map { "\($0)" } ?? "it ended"
    }

    private static var environment: [String] {
        var texts: [String] = []
        var entry = environ
        while let text = entry.pointee {
            let pair = String(cString: text)
            if !pair.hasPrefix(Predecessor.variable + "=") { texts.append(pair) }
            entry += 1
        }
        return texts + ["\(Predecessor.variable)=\(getpid())"]
    }
}
