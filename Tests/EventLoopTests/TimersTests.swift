import TestSupport
import Testing

@testable import EventLoop

@Suite struct TimersTests {
    private let start = Moment(nanoseconds: 1000)

    /// Fires everything due by the end and returns the names in order.
    private func fire(_ timers: inout Timers, until offset: Duration) {
        while let body = timers.popDue(at: start + offset) { body() }
    }

    @Test func firesInOrderOfDeadline() {
        var timers = Timers()
        var fired: [Int] = []
        for delay in [5, 1, 4, 2, 3] {
            _ = timers.schedule(at: start + .seconds(delay)) { fired.append(delay) }
        }

        fire(&timers, until: .seconds(3))

        #expect(fired == [1, 2, 3])
        #expect(timers.nextDeadline == start + .seconds(4))
    }

    @Test func aCancelledTimerIsGoneAtOnce() {
        var timers = Timers()
        var fired = 0
        let id = timers.schedule(at: start) { fired += 1 }

        timers.cancel(id)
        timers.cancel(id)
        fire(&timers, until: .seconds(1))

        #expect(fired == 0)
        #expect(timers.count == 0)
    }

    @Test func anOldIDDoesNotCancelItsSuccessor() {
        var timers = Timers()
        var fired = 0
        let old = timers.schedule(at: start) {}
        fire(&timers, until: .zero)
        _ = timers.schedule(at: start) { fired += 1 }

        timers.cancel(old)
        fire(&timers, until: .zero)

        #expect(fired == 1)
    }

    /// Whatever is scheduled and cancelled, the rest fires once and in order.
    @Test(arguments: 0..<32)
    func anyMixFiresTheRestInOrder(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var timers = Timers()
        var fired: [Int] = []
        var expected: [Int] = []
        var live: [(TimerID, Int)] = []
        for _ in 0..<500 {
            if !live.isEmpty, Int.random(in: 0..<3, using: &random) == 0 {
                let (id, _) = live.remove(at: Int.random(in: live.indices, using: &random))
                timers.cancel(id)
            } else {
                let delay = Int.random(in: 0..<1000, using: &random)
                live.append((timers.schedule(at: start + .milliseconds(delay)) { fired.append(delay) }, delay))
            }
        }
        expected = live.map(\.1).sorted()

        fire(&timers, until: .seconds(1))

        #expect(fired == expected)
        #expect(timers.count == 0)
    }
}
