import Testing

@testable import HTTP2

struct LivenessTests {
    let start = ContinuousClock.now
    let timing: HTTP2Connection.Timing = {
        var timing = HTTP2Connection.Timing()
        timing.silence = .seconds(1)
        timing.answer = .seconds(2)
        timing.idle = .seconds(30)
        timing.stale = .seconds(40)
        return timing
    }()

    @Test func idleConnectionIsLeftAloneForAWhile() {
        let liveness = Liveness(timing, now: start)

        #expect(liveness.step(at: start) == .wait(until: start + .seconds(30)))
        #expect(liveness.step(at: start + .seconds(30)) == .ask)
    }

    @Test func waitingRequestAsksSoon() {
        var liveness = Liveness(timing, now: start)
        liveness.setBusy(true, at: start + .seconds(10))

        #expect(liveness.step(at: start + .seconds(10)) == .wait(until: start + .seconds(11)))
        #expect(liveness.step(at: start + .seconds(11)) == .ask)
    }

    @Test func whateverIsHeardBuysTime() {
        var liveness = Liveness(timing, now: start)
        liveness.setBusy(true, at: start)
        liveness.heard(at: start + .milliseconds(900))

        #expect(liveness.step(at: start + .seconds(1)) == .wait(until: start + .milliseconds(1900)))
    }

    @Test func questionWithoutAnswerIsTheEnd() {
        var liveness = Liveness(timing, now: start)
        liveness.asked(at: start)
        liveness.asked(at: start + .seconds(1))

        #expect(liveness.step(at: start + .seconds(1)) == .wait(until: start + .seconds(2)))
        #expect(liveness.step(at: start + .seconds(2)) == .giveUp)
    }

    @Test func answerEndsTheDoubt() {
        var liveness = Liveness(timing, now: start)
        liveness.asked(at: start)
        liveness.heard(at: start + .seconds(1))

        #expect(liveness.step(at: start + .seconds(2)) == .wait(until: start + .seconds(31)))
    }

    @Test func longSilenceAndAnOpenQuestionMakeItStale() {
        var liveness = Liveness(timing, now: start)
        #expect(!liveness.isStale(at: start + .seconds(40)))
        #expect(liveness.isStale(at: start + .seconds(41)))

        liveness.asked(at: start)

        #expect(liveness.isStale(at: start))
    }
}
