import Glibc
import Logging
import Synchronization
import Testing

/// Keeps the lines for a test to look at.
private final class Lines: Sendable {
    private let text = Mutex("")
    var all: String { text.withLock { $0 } }
    var sink: LogSink {
        LogSink { line in self.text.withLock { $0 += String(decoding: line, as: UTF8.self) } }
    }
}

@Suite struct LoggerTests {
    private let lines = Lines()
    private let moment = LogTime(milliseconds: 1_772_355_600_101)

    private func logger(_ format: LogFormat, level: Level = .info) -> Logger {
        let moment = moment
        return Logger(level: level, format: format, sink: lines.sink, clock: { moment })
    }

    @Test func writesOneLineOfText() {
        let log = logger(.text).with("call", "63f61863")

        log.info("answer.replied", ["to": "…0001", "count": 2])

        #expect(lines.all == "2026-03-01T09:00:00.101Z info answer.replied call=63f61863 to=…0001 count=2\n")
    }

    @Test func writesOneObjectOfJSON() {
        logger(.json).error("store.full", ["path": "/a \"b\"", "count": 2, "late": true])

        #expect(
            lines.all == #"{"time":"2026-03-01T09:00:00.101Z","level":"error","event":"store.full","#
                + #""path":"/a \"b\"","count":2,"late":true}"# + "\n")
    }

    @Test(arguments: [
        "a\nb", "a\r\nb", "a\u{1B}[2Jb", "a\u{2028}b", "a\u{85}b", "a\u{202E}b", "a b", "", "k=v", "\u{0}",
    ])
    func aValueCannotForgeALine(value: String) {
        logger(.text).info("push.sent", ["token": value])

        let line = lines.all
        #expect(line.split(separator: "\n").count == 1)
        #expect(line.contains("token=\""))
        #expect(!line.unicodeScalars.dropLast().contains { $0.value < 0x20 || $0.value == 0x85 || $0.value == 0x202E })
    }

    @Test func leavesOutWhatIsBelowItsLevel() {
        var isAsked = false
        func fields() -> Logger.Fields {
            isAsked = true
            return [:]
        }
        let log = logger(.text, level: .warning)

        log.info("answer.replied", fields())

        #expect(lines.all.isEmpty)
        #expect(!isAsked)
    }

    @Test func aSecretIsNeverShown() {
        let secret = Secret("hunter2")
        var dumped = ""

        logger(.text).info("key.made", ["key": secret])
        dump(secret, to: &dumped)

        #expect(lines.all.contains("key=<secret>"))
        #expect(!(lines.all + dumped + String(reflecting: secret) + "\(secret)").contains("hunter2"))
        #expect(secret.reveal() == "hunter2")
    }

    @Test func aFullPipeLosesLinesInsteadOfWaiting() throws {
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let log = Logger(sink: .descriptor(ends[1]), clock: { LogTime(milliseconds: 0) })

        for _ in 0..<5000 { log.info("event.with.a.name.that.fills.pipes") }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        let first = read(ends[0], &buffer, buffer.count)
        log.info("later")
        let second = read(ends[0], &buffer, buffer.count)

        #expect(first > 4096)
        let rest = String(decoding: buffer[..<max(0, second)], as: UTF8.self)
        #expect(rest.hasPrefix("log.lost lines="))
        #expect(rest.hasSuffix("info later\n"))
    }
}
