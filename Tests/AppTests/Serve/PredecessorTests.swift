import EventLoop
import Glibc
import Testing

@testable import App

/// The server that is replaced, as the new process sees it: here a test speaks for it.
@Suite struct PredecessorTests {
    private struct Ends {
        let old: MessageChannel
        let new: MessageChannel

        init() throws {
            let (mine, theirs) = try MessageChannel.pair()
            (old, new) = (mine, MessageChannel(adopting: theirs))
        }

        func say(_ messages: [HandOverMessage]) throws {
            for message in messages { try old.send(message.message) }
        }

        func heard() throws -> HandOverMessage? {
            guard case .message(let message) = try old.receive(within: .seconds(30)) else { return nil }
            return HandOverMessage(message)
        }
    }

    @Test func saysThatItIsReadyAndTakesTheConnections() throws {
        let ends = try Ends()
        try ends.say([.sockets(.init([], areAll: true)), .end])
        let predecessor = try Predecessor(channel: ends.new)
        try ends.say(HandOverMessage.listing(connections: [dup(0)]))

        let connections = try predecessor.takeStore()
        predecessor.tellServing()

        #expect(predecessor.sockets.areAll)
        #expect(connections.count == 1)
        #expect(try ends.heard() == .ready)
        #expect(try ends.heard() == .serving)
        for fd in connections { close(fd) }
    }

    @Test func oneThatGoesBeforeItHasSentItsSocketsIsAFailure() throws {
        var ends: Ends? = try Ends()
        try ends?.say([.sockets(.init([], areAll: false))])
        let new = try #require(ends?.new)
        ends = nil

        #expect(throws: Failure.self) { try Predecessor(channel: new) }
    }

    /// What kills the old server must not keep the new one from serving.
    @Test func oneThatGoesWithoutAWordHasLetGoOfTheStore() throws {
        var ends: Ends? = try Ends()
        try ends?.say([.end])
        let predecessor = try Predecessor(channel: try #require(ends?.new))
        ends = nil

        #expect(try predecessor.takeStore() == [])
        predecessor.tellServing()
    }

    @Test func whyItWillNotServeIsTold() throws {
        let ends = try Ends()
        try ends.say([.end])

        try Predecessor(channel: ends.new).tellFailure("the port is taken")

        #expect(try ends.heard() == .failed("the port is taken"))
    }
}
