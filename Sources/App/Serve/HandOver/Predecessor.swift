import EventLoop
import Glibc
import HTTPServer

/// The running server that this process takes over from, as this process sees it.
final class Predecessor: Sendable {
    /// The mark in the environment of a successor. It is no setting: only a predecessor sets it.
    static let variable = "HOOKLINE_HANDOVER"

    /// Its listening sockets.
    let sockets: InheritedSockets
    private let channel: MessageChannel

    /// How long it may take to let go of the store, once asked. It gives itself less than 2 s, and a disk may be slow.
    private static let patience = Duration.seconds(30)
    /// It sends its sockets before it starts the successor.
    private static let sending = Duration.seconds(5)

    /// Takes the sockets from the other end of the channel.
    init(channel: MessageChannel) throws(Failure) {
        var sockets = InheritedSockets([], areAll: false)
        loop: while true {
            switch try Self.next(channel, within: Self.sending) {
            case .sockets(let some):
                sockets.sockets += some.sockets
                sockets.areAll = some.areAll
            case .end: break loop
            case nil: throw Failure(.refused, "the server that was to be replaced has gone")
            default: continue
            }
        }
        self.sockets = sockets
        self.channel = channel
    }

    /// The predecessor at descriptor 3, when the environment says that there is one.
    static func inherited(_ environment: [String: String]) throws(Failure) -> Predecessor? {
        guard environment[variable] != nil else { return nil }
        // For whatever this process starts.
        unsetenv(variable)
        let fd = ChildProcess.channelDescriptor
        // A socket of another user, or none: the variable was left over in somebody's shell.
        guard Kernel.family(of: fd) == AF_UNIX, Kernel.peerUser(fd) == geteuid() else {
            throw .usage(
                "\(variable) is set, but no server hands anything over",
                advice: "Unset it; a running server is replaced with kill -USR2.")
        }
        do { try Kernel.closeOnExec(fd) } catch { throw Failure(.refused, "\(error)") }
        return try Predecessor(channel: MessageChannel(adopting: fd))
    }

    /// Says that nothing is wanting but the store, and waits until it is free. Returns connections to go on with.
    ///
    /// A predecessor that ends without a word has let go, too.
    func takeStore() throws(Failure) -> [CInt] {
        send(.ready)
        var connections: [CInt] = []
        let deadline = ContinuousClock.now + Self.patience
        while true {
            switch try Self.next(channel, within: deadline - .now) {
            case .connections(let some): connections += some
            case .end, nil: return connections
            default: continue
            }
        }
    }

    /// Says that the predecessor may end.
    func tellServing() { send(.serving) }

    /// Says that the predecessor has to go on.
    func tellFailure(_ reason: String) { send(.failed(reason)) }

    /// One that has gone wants to hear nothing.
    private func send(_ message: HandOverMessage) { try? channel.send(message.message) }

    /// Nil when the other process has gone.
    private static func next(_ channel: MessageChannel, within limit: Duration) throws(Failure) -> HandOverMessage? {
        do {
            switch try channel.receive(within: limit) {
            case .message(let message):
                let meaning = HandOverMessage(message)
                if meaning == .unknown { for fd in message.descriptors { Kernel.close(fd) } }
                return meaning
            case .closed: return nil
            case .nothing: break
            }
        } catch {
            throw Failure(.refused, "the server that is to be replaced cannot be understood: \(error)")
        }
        throw Failure(.refused, "the server that is to be replaced did not let go of the store in time")
    }
}
