/// An instant: milliseconds of UTC since 1970, leap seconds not counted.
package struct Timestamp: Hashable, Sendable {
    package var milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    package init(seconds: Int64) {
        milliseconds = seconds * 1000
    }

    /// Whole seconds since 1970, rounded down.
    package var seconds: Int64 { milliseconds.floorDivision(by: 1000).quotient }

    /// This instant and `duration` more, in whole milliseconds.
    package func advanced(by duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        return Timestamp(milliseconds: milliseconds + seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }

    package func duration(to other: Timestamp) -> Duration {
        .milliseconds(other.milliseconds - milliseconds)
    }
}

extension Timestamp: Comparable {
    package static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }
}

extension Timestamp: CustomStringConvertible {
    package var description: String { rfc3339() }
}

extension Int64 {
    /// Quotient and remainder with the remainder never negative, so that times before 1970 are right, too.
    func floorDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
