/// Writes events with fields.
///
/// Event names and keys are `StaticString`s: nothing a caller sent can be interpolated into them. Values mask
/// themselves (`Secret`, or a type whose description does).
package struct Logger: Sendable {
    package typealias Fields = KeyValuePairs<StaticString, any CustomStringConvertible & Sendable>

    /// Events below it are not written, and their fields not made.
    package let level: Level
    private let format: LogFormat
    private let sink: LogSink
    private let clock: @Sendable () -> LogTime
    private var common: [LogField] = []

    package init(
        level: Level = .info, format: LogFormat = .text, sink: LogSink = .standardError,
        clock: @escaping @Sendable () -> LogTime = LogTime.now
    ) {
        self.level = level
        self.format = format
        self.sink = sink
        self.clock = clock
    }

    /// Writes nothing.
    package static let silent = Logger(level: .error, sink: .discard)

    /// The same logger with one more field on each of its lines.
    package func with(_ key: StaticString, _ value: any CustomStringConvertible & Sendable) -> Logger {
        var logger = self
        logger.common.append(LogField(key: key, value: value))
        return logger
    }

    package func debug(_ event: StaticString, _ fields: @autoclosure () -> Fields = [:]) {
        write(.debug, event, fields)
    }

    /// Also what a client did wrong.
    package func info(_ event: StaticString, _ fields: @autoclosure () -> Fields = [:]) {
        write(.info, event, fields)
    }

    package func warning(_ event: StaticString, _ fields: @autoclosure () -> Fields = [:]) {
        write(.warning, event, fields)
    }

    /// What we did wrong, or cannot do.
    package func error(_ event: StaticString, _ fields: @autoclosure () -> Fields = [:]) {
        write(.error, event, fields)
    }

    private func write(_ level: Level, _ event: StaticString, _ fields: () -> Fields) {
        guard level >= self.level else { return }
        let all = common + fields().map { LogField(key: $0.key, value: $0.value) }
        sink.write(format.line(clock(), level, event, all))
    }
}
