import Telephony

/// The moment a token is checked for: `--now`, or else now.
enum VerificationTime {
    static let option = Option("now", value: "TIME", "Check as of this moment: seconds since 1970, or ISO 8601")

    /// In seconds since 1970.
    static func seconds(_ arguments: Arguments, clock: WallClock) throws(Failure) -> Int64 {
        guard let text = arguments[option] else { return clock.now().seconds }
        if let seconds = Double(text), seconds.magnitude < 1e15 { return Int64(seconds) }
        if let time = Timestamp(text) { return time.seconds }
        throw .usage("--now: `\(text)` is neither seconds since 1970 nor an ISO 8601 time")
    }
}
