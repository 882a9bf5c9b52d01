extension Timestamp {
    /// Reads an ISO 8601 or RFC 3339 time as counterparties write it: `T` or a blank between date and time, any number
    /// of fraction digits (cut after the third), `Z`, `+02:00`, `+0200`, `+02` or no zone at all, which means UTC. A
    /// date alone is its midnight in UTC.
    package init?(_ text: String) {
        guard let time = text.withBytes({ Timestamp(utf8: $0) }) else { return nil }
        self = time
    }

    package init?(_ text: Substring) {
        self.init(String(text))
    }

    /// The same, of bytes.
    package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        var reader = DigitReader(bytes: bytes)
        guard let year = reader.digits(4), reader.skip("-"),
            let month = reader.digits(2), reader.skip("-"),
            let day = reader.digits(2),
            (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year)
        else { return nil }

        var milliseconds = Self.daysSince1970(year: year, month: month, day: day) * 86_400_000
        if !reader.isAtEnd {
            guard reader.skip("T") || reader.skip("t") || reader.skip(" "),
                let hour = reader.digits(2), reader.skip(":"), let minute = reader.digits(2),
                hour < 24, minute < 60
            else { return nil }
            milliseconds += (hour * 60 + minute) * 60_000
            if reader.skip(":") {
                // RFC 3339 allows second 60 where a leap second is.
                guard let second = reader.digits(2), second <= 60 else { return nil }
                milliseconds += second * 1000
                if reader.skip(".") || reader.skip(",") {
                    guard let fraction = reader.fraction() else { return nil }
                    milliseconds += fraction
                }
            }
            guard let offset = reader.zone() else { return nil }
            milliseconds -= offset * 60_000
        }
        guard reader.isAtEnd else { return nil }
        self.init(milliseconds: milliseconds)
    }

    /// RFC 3339 in UTC with milliseconds: `2026-03-01T09:00:00.101Z`.
    package func rfc3339() -> String {
        let (second, fraction) = milliseconds.floorDivision(by: 1000)
        return text(ofSecond: second, separator: "T", fraction: fraction)
    }

    /// Date and time in UTC as the platform's call list writes them: `2026-03-01 09:00:00`.
    package func dateAndTime() -> String {
        text(ofSecond: seconds, separator: " ", fraction: nil)
    }

    private func text(ofSecond second: Int64, separator: Unicode.Scalar, fraction: Int64?) -> String {
        let (day, secondOfDay) = second.floorDivision(by: 86_400)
        let date = Self.date(ofDay: day)
        return String(unsafeUninitializedCapacity: 32) { buffer in
            // Twenty-four bytes for years of four digits; the capacity holds every Int64 of milliseconds.
            var end = 0
            func put(_ byte: UInt8) {
                buffer[end] = byte
                end += 1
            }
            func put(_ number: Int64, digits: Int) {
                var divisor: Int64 = 1
                for _ in 1..<digits { divisor *= 10 }
                while divisor > 0 {
                    put(UInt8(ascii: "0") + UInt8(number / divisor % 10))
                    divisor /= 10
                }
            }
            if date.year < 0 { put(UInt8(ascii: "-")) }
            let year = abs(date.year)
            put(year, digits: year > 9999 ? 9 : 4)
            put(UInt8(ascii: "-"))
            put(date.month, digits: 2)
            put(UInt8(ascii: "-"))
            put(date.day, digits: 2)
            put(UInt8(separator.value))
            put(secondOfDay / 3600, digits: 2)
            put(UInt8(ascii: ":"))
            put(secondOfDay / 60 % 60, digits: 2)
            put(UInt8(ascii: ":"))
            put(secondOfDay % 60, digits: 2)
            if let fraction {
                put(UInt8(ascii: "."))
                put(fraction, digits: 3)
                put(UInt8(ascii: "Z"))
            }
            return end
        }
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days of the proleptic Gregorian calendar, counted in years that begin in March, so that the leap day is last.
    private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
        let marchYear = month > 2 ? year : year - 1
        let (era, yearOfEra) = marchYear.floorDivision(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = (day + 719_468).floorDivision(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (
            era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month,
            dayOfYear - (153 * marchMonth + 2) / 5 + 1
        )
    }
}

/// Reads fixed-width digits and single marks from the front of a text.
private struct DigitReader {
    let bytes: UnsafeBufferPointer<UInt8>
    var index = 0

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { index == bytes.count }

    mutating func skip(_ mark: Unicode.Scalar) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: mark) else { return false }
        index += 1
        return true
    }

    mutating func digit() -> Int64? {
        guard index < bytes.count, bytes[index] &- UInt8(ascii: "0") <= 9 else { return nil }
        index += 1
        return Int64(bytes[index - 1] - UInt8(ascii: "0"))
    }

    mutating func digits(_ count: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// The milliseconds of one or more fraction digits.
    mutating func fraction() -> Int64? {
        guard let first = digit() else { return nil }
        var milliseconds = first * 100
        var weight: Int64 = 10
        while let next = digit() {
            milliseconds += next * weight
            weight /= 10
        }
        return milliseconds
    }

    /// The offset from UTC in minutes; no zone means UTC.
    mutating func zone() -> Int64? {
        if isAtEnd || skip("Z") || skip("z") { return 0 }
        let sign: Int64
        if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
        guard let hours = digits(2), hours < 24 else { return nil }
        if isAtEnd { return sign * hours * 60 }
        _ = skip(":")
        guard let minutes = digits(2), minutes < 60 else { return nil }
        return sign * (hours * 60 + minutes)
    }
}
