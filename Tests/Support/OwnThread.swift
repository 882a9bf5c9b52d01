import EventLoop
import Testing

/// Runs each test on a thread of its own, because its client blocks: the pool that all tasks share has as many threads
/// as the machine has processors, and the servers under test need it too.
package struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let thread = try LoopThread(name: "test")
        defer { thread.stop() }
        try await withTaskExecutorPreference(thread.loop) { try await function() }
    }
}

extension Trait where Self == OwnThread {
    package static var ownThread: OwnThread { OwnThread() }
}
