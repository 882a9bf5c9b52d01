import EventLoop
import Glibc
import Synchronization
import TestSupport
import Testing

/// Runs a closure when its descriptor is ready.
private final class Watcher: ReadinessHandler {
    let body: (Readiness) -> Void
    init(_ body: @escaping (Readiness) -> Void) { self.body = body }
    func isReady(_ readiness: Readiness) { body(readiness) }
}

/// Lets a test wait on a plain thread's progress, ten seconds at most.
private func onLoop<Value: Sendable>(
    _ loop: EventLoop, _ body: @escaping @Sendable (CheckedContinuation<Value, Never>) -> Void
) async -> Value {
    await withCheckedContinuation { continuation in loop.post { body(continuation) } }
}

@Suite(.bounded) struct EventLoopTests {
    private let thread: LoopThread
    private var loop: EventLoop { thread.loop }

    init() throws { thread = try LoopThread(name: "test") }

    @Test func runsPostedWorkOnItsOwnThread() async {
        let loop = loop

        let isCurrent = await onLoop(loop) { $0.resume(returning: loop.isCurrent) }

        #expect(isCurrent)
        #expect(!loop.isCurrent)
    }

    @Test func losesNoWorkOfManyThreads() async throws {
        let loop = loop
        let done = Counter()

        let threads = try (0..<4).map { _ in
            try Thread(name: "poster") { for _ in 0..<5000 { loop.post { done.add() } } }
        }
        for thread in threads { thread.join() }
        await onLoop(loop) { $0.resume() }

        #expect(done.value == 20_000)
    }

    @Test func tellsWhenADescriptorIsReadable() async throws {
        let loop = loop
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (reader, writer) = (ends[0], ends[1])

        let readiness: Readiness = await onLoop(loop) { continuation in
            let watcher = Watcher { readiness in
                loop.deregister(reader)
                continuation.resume(returning: readiness)
            }
            do { try loop.register(reader, for: .readable, handler: watcher) } catch { Issue.record(error) }
            var byte: UInt8 = 1
            _ = write(writer, &byte, 1)
        }

        #expect(readiness == .readable)
        for end in ends { close(end) }
    }

    @Test func tellsAHangUpWhateverTheInterest() async throws {
        let loop = loop
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (reader, writer) = (ends[0], ends[1])

        let readiness: Readiness = await onLoop(loop) { continuation in
            let watcher = Watcher { readiness in
                loop.deregister(reader)
                continuation.resume(returning: readiness)
            }
            do { try loop.register(reader, for: [], handler: watcher) } catch { Issue.record(error) }
            close(writer)
        }

        #expect(readiness == .hangUp)
        close(reader)
    }

    @Test func timersFireInOrderAndNotEarly() async {
        let loop = loop
        let begin = ContinuousClock.now

        let order: [Int] = await onLoop(loop) { continuation in
            var fired: [Int] = []
            loop.schedule(after: .milliseconds(20)) {
                fired.append(2)
                continuation.resume(returning: fired)
            }
            loop.schedule(after: .milliseconds(5)) { fired.append(1) }
            let dropped = loop.schedule(after: .milliseconds(1)) { fired.append(0) }
            loop.cancel(dropped)
        }

        #expect(order == [1, 2])
        #expect(ContinuousClock.now - begin >= .milliseconds(20))
    }

    @Test func tasksThatPreferItRunOnIt() async {
        let loop = loop

        let places = await Task(executorPreference: loop) {
            var places = [loop.isCurrent]
            await Task.yield()
            places.append(loop.isCurrent)
            await Ledger().note()
            places.append(loop.isCurrent)
            // Away from the loop and back again.
            await Task.detached {}.value
            places.append(loop.isCurrent)
            return places
        }.value

        #expect(places == [true, true, true, true])
    }

    @Test func finishesHandedOverWorkBeforeItStops() throws {
        let loop = try EventLoop()
        let done = Counter()
        for _ in 0..<10 { loop.post { done.add() } }

        loop.stop()
        loop.run()

        #expect(done.value == 10)
    }

    @Test func aDescriptorNumberUsedAgainGetsItsOwnEvents() async throws {
        let loop = loop
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (reader, writer) = (ends[0], ends[1])
        let stale = Counter()

        await onLoop(loop) { (continuation: CheckedContinuation<Void, Never>) in
            do {
                try loop.register(reader, for: .readable, handler: Watcher { _ in stale.add() })
                var byte: UInt8 = 1
                _ = write(writer, &byte, 1)
                loop.deregister(reader)
                let fresh = Watcher { _ in
                    loop.deregister(reader)
                    continuation.resume()
                }
                try loop.register(reader, for: .readable, handler: fresh)
            } catch {
                Issue.record(error)
            }
        }

        #expect(stale.value == 0)
        for end in ends { close(end) }
    }
}

/// A count that threads share.
private final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .acquiring) }
    func add() { count.wrappingAdd(1, ordering: .acquiringAndReleasing) }
}

private actor Ledger {
    private var notes = 0
    func note() { notes += 1 }
}
