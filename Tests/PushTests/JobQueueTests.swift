import Telephony
import Testing

@testable import Push

struct JobQueueTests {
    func job(_ number: Int) -> PushPool.Job {
        let request = APNsRequest(
            .sample(call: "call \(number)"), to: .of(1), as: .alert, of: BundleID("com.example")!, at: fixtureTime)
        return PushPool.Job(request, freshAfter: number, unreachable: { _ in }, completion: { _ in })
    }

    @Test func orderIsKeptThroughManyTurns() {
        var queue = JobQueue()
        var served: [Int] = []

        for number in 0..<300 {
            queue.append(job(number))
            if number % 3 == 0, let first = queue.first {
                served.append(first.freshAfter)
                queue.removeFirst()
            }
        }
        while let first = queue.first {
            served.append(first.freshAfter)
            queue.removeFirst()
        }

        #expect(served == Array(0..<300))
        #expect(queue.isEmpty)
    }

    @Test func withdrawnJobsArePassedOver() {
        var queue = JobQueue()
        let jobs = (0..<3).map(job)
        for job in jobs { queue.append(job) }

        jobs[0].isWithdrawn = true
        queue.withdrew()

        #expect(queue.count == 2)
        #expect(queue.first === jobs[1])
        #expect(queue.waiting.map(\.freshAfter) == [1, 2])
    }
}
