import Logging
import Synchronization
import Testing

@testable import App

/// A log that is shown only when it is needed.
struct LogBufferTests {
    /// A sink that keeps its lines.
    private final class Kept: Sendable {
        let lines = Mutex<[String]>([])
        var sink: LogSink {
            LogSink { line in self.lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) } }
        }
    }

    @Test func keepsTheLastLinesBackUntilItIsOpened() {
        let kept = Kept()
        let buffer = LogBuffer(before: kept.sink)

        for number in 1...201 { buffer.sink.write(Array("line \(number)\n".utf8)) }
        buffer.open()
        buffer.sink.write(Array("later\n".utf8))

        #expect(buffer.lines.count == 200)
        #expect(buffer.lines.first == "line 2")
        #expect(kept.lines.withLock { $0 } == ["later\n"])
    }
}
