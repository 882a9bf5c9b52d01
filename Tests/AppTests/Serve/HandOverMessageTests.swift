import EventLoop
import HTTPServer
import Testing

@testable import App

@Suite struct HandOverMessageTests {
    @Test func everyMessageIsReadAsItWasWritten() {
        let sockets = InheritedSockets([.init(fd: 5, isSecure: false), .init(fd: 6, isSecure: true)], areAll: true)
        let messages: [HandOverMessage] = [
            .sockets(sockets), .connections([7, 8]), .end, .ready, .serving, .failed("because"),
        ]

        for message in messages { #expect(HandOverMessage(message.message) == message) }
    }

    @Test func aLaterVersionsWordIsNotTakenForAnother() {
        #expect(HandOverMessage(.init([UInt8(ascii: "Z"), 1, 2])) == .unknown)
        #expect(HandOverMessage(.init([])) == .unknown)
        #expect(HandOverMessage(.init([UInt8(ascii: "L"), UInt8(ascii: "a")], descriptors: [5])) == .unknown)
    }

    @Test func moreConnectionsThanFitAreParted() {
        let count = MessageChannel.descriptorLimit + 1

        let listing = HandOverMessage.listing(connections: Array(repeating: 9, count: count))

        #expect(listing.count == 3)
        #expect(listing.last == .end)
        #expect(listing.map(\.message.descriptors.count).reduce(0, +) == count)
    }

    @Test func socketsMeantForAnotherProcessAreNotTaken() throws {
        #expect(try ServiceManager.sockets(["LISTEN_PID": "1", "LISTEN_FDS": "1"], pid: 2) == nil)
        #expect(try ServiceManager.sockets(["LISTEN_FDS": "1"], pid: 2) == nil)
        #expect(throws: Failure.self) { try ServiceManager.sockets(["LISTEN_PID": "2", "LISTEN_FDS": "x"], pid: 2) }
        // Descriptor 0 is no listening socket.
        #expect(throws: Failure.self) {
            try ServiceManager.sockets(["LISTEN_PID": "2", "LISTEN_FDS": "1"], pid: 2, from: 0)
        }
    }

    @Test func theProgramIsFoundWhereItWasCalled() {
        #expect(ProgramFile.path(calledAs: "/opt/hookline", folder: "/x", searchPath: nil) == "/opt/hookline")
        #expect(ProgramFile.path(calledAs: "bin/hookline", folder: "/x", searchPath: nil) == "/x/bin/hookline")
        #expect(ProgramFile.path(calledAs: "sh", folder: "/x", searchPath: "/no:/bin") == "/bin/sh")
    }
}
