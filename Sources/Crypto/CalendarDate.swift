import Glibc

/// The UTC day of a moment in seconds since 1970, as `2026-03-01`.
func calendarDate(_ seconds: Int64) -> String {
    var time = time_t(seconds)
    var parts = tm()
    guard gmtime_r(&time, &parts) != nil else { return "\(seconds) s" }
    func two(_ number: CInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
}
