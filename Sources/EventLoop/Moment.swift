import Glibc

/// A moment of the machine's steady clock, the one `ContinuousClock` shows: it never goes back, and goes on while the
/// machine sleeps.
///
/// One number, where `ContinuousClock.Instant` is an opaque value of the library whose every copy is a call: a server
/// handles several for each request.
package struct Moment: Hashable, Sendable {
    /// Since some moment in the past, the same for the whole process.
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    package static func now() -> Moment {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Moment(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// A moment so far ahead that the numbers end becomes the last one there is.
    package func advanced(byNanoseconds count: Int64) -> Moment {
        let (sum, overflows) = nanoseconds.addingReportingOverflow(count)
        return Moment(nanoseconds: overflows ? .max : sum)
    }

    package static func + (moment: Moment, duration: Duration) -> Moment {
        moment.advanced(byNanoseconds: duration.nanoseconds)
    }
}

extension Moment: Comparable {
    package static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }
}

extension Duration {
    /// In whole nanoseconds; more than 292 years become that.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, isTooMuch) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflows) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        if isTooMuch || overflows { return seconds < 0 ? .min : .max }
        return sum
    }
}
