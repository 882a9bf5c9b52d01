/// A moment as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
package enum HTTPDate {
    /// - Parameter seconds: since 1970, UTC; not before it.
    package static func text(seconds: Int64) -> String {
        let days = seconds / 86400
        let time = seconds % 86400
        let (year, month, day) = civil(days)
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let clock = "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60))"
        return "\(weekdays[Int(days % 7)]), \(two(day)) \(months[Int(month) - 1]) \(year) \(clock) GMT"
    }

    private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Year, month and day of a day counted from 1970-01-01. Counts in years that begin in March, so that the leap
    /// day is the last, and in eras of 400 years, which all have 146,097 days.
    private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * march + 2) / 5 + 1)
    }
}
