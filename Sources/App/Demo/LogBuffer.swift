import Logging
import Synchronization

/// Keeps the last lines of a log back, and passes lines on once it is told to.
final class LogBuffer: Sendable {
    private struct State {
        var lines: [[UInt8]] = []
        var isOpen = false
    }

    private let state = Mutex(State())
    private let next: LogSink
    private static let limit = 200

    init(before next: LogSink = .standardError) {
        self.next = next
    }

    var sink: LogSink { LogSink { self.take($0) } }

    /// The lines that were kept, oldest first, without their ends.
    var lines: [String] {
        state.withLock { $0.lines }.map { String(decoding: $0.dropLast(), as: UTF8.self) }
    }

    /// From now on lines are passed on.
    func open() { state.withLock { $0.isOpen = true } }

    private func take(_ line: [UInt8]) {
        let isOpen = state.withLock { state in
            if state.isOpen { return true }
            if state.lines.count == Self.limit { state.lines.removeFirst() }
            state.lines.append(line)
            return false
        }
        if isOpen { next.write(line) }
    }
}
