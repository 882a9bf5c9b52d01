import EventLoop
import HTTP
import Testing

@testable import HTTPServer

@Suite struct ConnectionStateTests {
    private let start = Moment(nanoseconds: 5_000_000_000)
    private let state: Machine
    /// The same over TLS.
    private let secure: Machine

    init() {
        var limits = Limits()
        limits.idle = .seconds(60)
        limits.head = .seconds(10)
        limits.bodyGrace = .seconds(5)
        limits.bodyRate = 100
        limits.write = .seconds(20)
        limits.linger = .seconds(2)
        state = Machine(ConnectionState(timeouts: Timeouts(limits), now: start))
        secure = Machine(ConnectionState(timeouts: Timeouts(limits), now: start, isSecure: true))
    }

    private func after(_ seconds: Int) -> Moment { start + .seconds(seconds) }

    @Test func aRequestIsAnsweredAndTheNextAwaited() {
        #expect(state.received() == .parse)
        state.took(keepsAlive: true)
        #expect(state.deadline == nil)
        #expect(state.answered(now: after(1)) == .send)

        #expect(state.sent(now: after(1)) == .read)
        #expect(state.deadline == after(61))
        #expect(state.readsInput)
    }

    @Test func aHandshakeHasTheTimeOfAHead() {
        #expect(secure.readsInput)
        #expect(secure.overdue(now: after(9)) == .no)
        #expect(secure.overdue(now: after(10)) == .close)
    }

    @Test func afterTheHandshakeAConnectionIsIdle() {
        secure.handshakeDone(now: after(3))

        #expect(secure.deadline == after(63))
        #expect(secure.drain())
    }

    @Test func aRequestMayComeWithTheHandshake() {
        _ = secure.received()
        secure.needsMore(.head, now: after(3))

        #expect(secure.deadline == after(13))
        #expect(secure.overdue(now: after(13)) == .refuse)
    }

    @Test func whoShakesHandsWhileTheServerStopsMaySendOneRequest() {
        #expect(!secure.drain())

        secure.handshakeDone(now: after(3))
        #expect(secure.deadline == after(10))
        _ = secure.received()
        secure.took(keepsAlive: true)

        #expect(secure.isLastAnswer)
    }

    @Test func nothingIsReadWhileAnAnswerIsOwed() {
        _ = state.received()
        state.took(keepsAlive: true)

        #expect(state.sent(now: start) == .waitForAnswer)
        #expect(!state.readsInput)
        #expect(state.overdue(now: after(10_000)) == .no)
    }

    @Test func afterAnOwedAnswerTheRestIsParsed() {
        _ = state.received()
        state.took(keepsAlive: true, isFollowed: true)
        _ = state.sent(now: start)

        #expect(state.answered(now: start) == .parse)
    }

    @Test(arguments: [(false, ConnectionState.Step.close), (true, .linger)])
    func theLastAnswerIsFollowedByTheEnd(isFollowed: Bool, end: ConnectionState.Step) {
        _ = state.received()
        state.took(keepsAlive: false, isFollowed: isFollowed)

        #expect(state.isLastAnswer)
        #expect(state.answered(now: start) == .send)
        #expect(state.sent(now: start) == end)
    }

    @Test func aRefusalLingersSoThatItArrives() {
        _ = state.received()
        state.refused()

        #expect(state.isLastAnswer)
        #expect(state.answered(now: start) == .send)
        #expect(state.sent(now: start) == .linger)
        #expect(state.received() == .read)
        #expect(state.deadline == after(2))
        #expect(state.overdue(now: after(2)) == .close)
        #expect(state.peerFinished() == .close)
    }

    @Test func aBlockedAnswerKeepsTheRestWaiting() {
        _ = state.received()
        state.took(keepsAlive: true, isFollowed: true)
        _ = state.answered(now: start)

        #expect(state.blocked(now: start) == .waitToSend)
        #expect(!state.readsInput)
        #expect(state.deadline == after(20))
        // The pipelined remainder goes on once the answer is out.
        #expect(state.sent(now: after(1)) == .parse)
    }

    @Test func anAnswerBehindABlockedOneIsSentAfterIt() {
        _ = state.received()
        state.took(keepsAlive: true, isFollowed: true)
        _ = state.blocked(now: start)

        #expect(state.answered(now: start) == .send)
        #expect(state.blocked(now: after(1)) == .waitToSend)
        #expect(state.deadline == after(20))
        #expect(state.sent(now: after(2)) == .parse)
    }

    @Test func sipsDoNotMoveTheDeadlineOfAnAnswer() {
        _ = state.blocked(now: start)
        for second in 1..<20 { _ = state.blocked(taken: second, now: after(second)) }

        #expect(state.overdue(now: after(20)) == .no)
        #expect(state.overdue(now: after(21)) == .close)
    }

    @Test func anAnswerGetsTimeForWhatWasTaken() {
        _ = state.blocked(now: start)
        _ = state.blocked(taken: 1000, now: after(19))
        #expect(state.deadline == after(30))
        _ = state.sent(now: after(29))

        // The next one that blocks begins anew.
        _ = state.blocked(now: after(40))

        #expect(state.deadline == after(60))
    }

    @Test func aPeerThatTakesNothingIsClosed() {
        _ = state.blocked(now: start)

        #expect(state.overdue(now: after(19)) == .no)
        #expect(state.overdue(now: after(20)) == .close)
    }

    @Test func anIdleConnectionIsClosedWithoutAnAnswer() {
        #expect(state.overdue(now: after(59)) == .no)
        #expect(state.overdue(now: after(60)) == .close)
    }

    @Test func dripsDoNotMoveTheDeadlineOfAHead() {
        for second in 1..<10 {
            _ = state.received()
            state.needsMore(.head, now: after(second))
        }

        #expect(state.deadline == after(11))
        #expect(state.overdue(now: after(11)) == .refuse)
    }

    @Test func aBodyGetsTimeForWhatHasCome() {
        _ = state.received()
        state.needsMore(.body(received: 0), now: start)
        #expect(state.deadline == after(5))

        state.needsMore(.body(received: 1000), now: after(4))

        #expect(state.deadline == after(15))
        #expect(state.overdue(now: after(15)) == .refuse)
    }

    @Test func theNextHeadHasItsOwnTime() {
        _ = state.received()
        state.needsMore(.head, now: start)
        state.took(keepsAlive: true)
        _ = state.answered(now: after(5))
        state.needsMore(.head, now: after(5))

        #expect(state.deadline == after(15))
    }

    @Test func drainingClosesWhatIsIdle() {
        #expect(state.drain())
    }

    @Test func drainingFinishesWhatWasBegun() {
        _ = state.received()
        state.took(keepsAlive: true)

        #expect(!state.drain())
        #expect(state.isLastAnswer)
        #expect(state.answered(now: start) == .send)
        #expect(state.sent(now: start) == .close)
    }

    @Test func drainingLetsAHalfReadRequestComeIn() {
        _ = state.received()
        state.needsMore(.head, now: start)

        #expect(!state.drain())
        #expect(state.sent(now: start) == .read)
        #expect(state.overdue(now: after(10)) == .refuse)
    }
}

/// The state with steps that an expectation can take.
private final class Machine {
    private(set) var state: ConnectionState

    init(_ state: ConnectionState) { self.state = state }

    var deadline: Moment? { state.deadline }
    var readsInput: Bool { state.readsInput }
    var isLastAnswer: Bool { state.isLastAnswer }

    func received() -> ConnectionState.Step { state.received() }
    func peerFinished() -> ConnectionState.Step { state.peerFinished() }
    func needsMore(_ progress: RequestParser.Progress, now: Moment) {
        state.needsMore(progress, now: now)
    }
    func took(keepsAlive: Bool, isFollowed: Bool = false) {
        state.took(keepsAlive: keepsAlive, isFollowed: isFollowed)
    }
    func refused() { state.refused() }
    func answered(now: Moment) -> ConnectionState.Step { state.answered(now: now) }
    func sent(now: Moment) -> ConnectionState.Step { state.sent(now: now) }
    func blocked(taken: Int = 0, now: Moment) -> ConnectionState.Step { state.blocked(taken: taken, now: now) }
    func overdue(now: Moment) -> ConnectionState.Overdue { state.overdue(now: now) }
    func drain() -> Bool { state.drain() }
    func handshakeDone(now: Moment) { state.handshakeDone(now: now) }
}
