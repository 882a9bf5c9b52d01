import EventLoop
import Glibc
import Testing

@Suite struct MessageChannelTests {
    private func pair() throws -> (MessageChannel, MessageChannel) {
        let (mine, theirs) = try MessageChannel.pair()
        return (mine, MessageChannel(adopting: theirs))
    }

    @Test func messagesComeWholeAndInOrder() throws {
        let (one, other) = try pair()

        try one.send(.init([1, 2, 3]))
        try one.send(.init([4]))

        #expect(try other.receive(within: .seconds(30)) == .message(.init([1, 2, 3])))
        #expect(try other.receive(within: .seconds(30)) == .message(.init([4])))
        #expect(try other.receive(within: .zero) == .nothing)
    }

    @Test func aDescriptorArrivesAsTheSameFileAndClosesOnExec() throws {
        let (one, other) = try pair()
        let listener = try Kernel.streamSocket(family: AF_INET)
        defer { Kernel.close(listener) }
        try Kernel.bind(listener, to: SocketAddress(ipv4: (127, 0, 0, 1), port: 0))

        try one.send(.init([7], descriptors: [listener]))
        guard case .message(let message) = try other.receive(within: .seconds(30)) else {
            Issue.record("nothing came")
            return
        }

        let fd = try #require(message.descriptors.first)
        defer { Kernel.close(fd) }
        #expect(message.descriptors.count == 1)
        #expect(fd != listener)
        #expect(try Kernel.localAddress(fd) == Kernel.localAddress(listener))
        #expect(fcntl(fd, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func asManyDescriptorsAsThereMayBe() throws {
        let (one, other) = try pair()
        let descriptors = [CInt](repeating: 0, count: MessageChannel.descriptorLimit)

        try one.send(.init([7], descriptors: descriptors))
        guard case .message(let message) = try other.receive(within: .seconds(30)) else {
            Issue.record("nothing came")
            return
        }

        #expect(message.descriptors.count == descriptors.count)
        for fd in message.descriptors { Kernel.close(fd) }
        #expect(throws: SystemError.self) { try one.send(.init([7], descriptors: descriptors + [0])) }
    }

    /// The system tells first that messages to it were lost (ECONNRESET), which was taken for all there was.
    @Test func theLastWordsOfOneThatHasReadNothingAreHeard() throws {
        let (mine, theirs) = try MessageChannel.pair()
        var other: MessageChannel? = MessageChannel(adopting: theirs)
        try mine.send(.init([1]))
        try other?.send(.init([2]))
        other = nil

        #expect(try mine.receive(within: .seconds(30)) == .message(.init([2])))
        #expect(try mine.receive(within: .seconds(30)) == .closed)
    }

    @Test func theEndOfTheOtherIsNoticed() throws {
        let (mine, theirs) = try MessageChannel.pair()
        Kernel.close(theirs)

        #expect(try mine.receive(within: .seconds(30)) == .closed)
        #expect(throws: SystemError(call: "sendmsg", code: EPIPE)) { try mine.send(.init([1])) }
    }

    @Test func aChildHasTheChannelAndItsEndIsTold() throws {
        let (mine, theirs) = try MessageChannel.pair()

        let child = try ChildProcess.start(
            path: "/bin/sh", arguments: ["sh", "-c", "printf x >&3; exit 7"], environment: [], channel: theirs)
        Kernel.close(theirs)

        #expect(try mine.receive(within: .seconds(30)) == .message(.init([UInt8(ascii: "x")])))
        #expect(try mine.receive(within: .seconds(30)) == .closed)
        #expect(child.endAndWait(patience: .seconds(10)) == .status(7))
    }
}
