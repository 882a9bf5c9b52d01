import Glibc

/// Lets readers in, except while the writer wants nobody to read.
///
/// Every use of the counts is between lock and unlock, which makes the class safe to share.
final class ReaderGate: @unchecked Sendable {
    private let lock = Monitor()
    private var readers = 0
    private var isShut = false

    /// Runs `body` as a reader, once the gate is open.
    func read<T>(_ body: () throws -> T) rethrows -> T {
        lock.enter()
        while isShut { lock.wait() }
        readers += 1
        lock.leave()
        defer {
            lock.enter()
            readers -= 1
            lock.wakeAll()
            lock.leave()
        }
        return try body()
    }

    /// Runs `body` while nobody reads, if the readers there are finish in time. New ones wait meanwhile.
    func whileNobodyReads(waitingAtMost longest: Duration, _ body: () -> Void) {
        let began = ContinuousClock.now
        lock.enter()
        isShut = true
        while readers > 0, lock.wait(atMost: longest - (.now - began)) {}
        let isEmpty = readers == 0
        lock.leave()
        if isEmpty { body() }
        lock.enter()
        isShut = false
        lock.wakeAll()
        lock.leave()
    }
}
