import Logging
import Synchronization

/// A place for log lines that tests look into.
final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])

    var sink: LogSink {
        LogSink { line in self.lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) } }
    }

    /// Everything that was logged.
    var text: String { lines.withLock { $0.joined() } }
}
