import Glibc

/// The moment of a log line: UTC milliseconds since 1970.
package struct LogTime: Equatable, Sendable {
    package let milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The system's clock.
    package static func now() -> LogTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return LogTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}

extension LogTime: CustomStringConvertible {
    /// RFC 3339 with milliseconds: `2026-03-01T09:00:00.101Z`.
    package var description: String {
        var seconds = time_t(milliseconds / 1000)
        var fields = tm()
        gmtime_r(&seconds, &fields)
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        let day =
            "\(digits(Int(fields.tm_year) + 1900, 4))-\(digits(Int(fields.tm_mon) + 1, 2))-\(digits(Int(fields.tm_mday), 2))"
        let time = "\(digits(Int(fields.tm_hour), 2)):\(digits(Int(fields.tm_min), 2)):\(digits(Int(fields.tm_sec), 2))"
        return "\(day)T\(time).\(digits(Int(milliseconds % 1000), 3))Z"
    }
}
