import Telephony

/// Telephone numbers, countries and applications among the arguments, in whatever order older tools had them.
enum NumberArgument {
    /// The number in any spelling: `+44 7700 900-030`, `0044 7700 900030`, `447700900030`.
    static func number(_ text: String) throws(Failure) -> E164 {
        guard let number = E164(dialled: text), number.digits.utf8.count >= 3 else {
            throw .refused("`\(text)` is not a telephone number", advice: "Write it like 447700900030.")
        }
        if number.digits.hasPrefix("0") {
            throw .refused(
                "`\(text)` lacks its country code", advice: "Write it like 447700900030 or +44 7700 900030.")
        }
        return number
    }

    /// Two letters, in upper case.
    static func country(_ text: String) throws(Failure) -> String {
        guard isCountry(text) else { throw .usage("`\(text)` is not a two-letter country code, like GB") }
        return text.uppercased()
    }

    static func isCountry(_ text: String) -> Bool {
        text.utf8.count == 2 && text.allSatisfy { $0.isASCII && $0.isLetter }
    }

    /// A number and a country in either order, the country also as `--country`.
    static func numberAndCountry(
        _ arguments: Arguments
    ) throws(Failure) -> (number: String?, country: String?) {
        var country = arguments[.country]
        var number: String?
        for argument in arguments.positionals {
            if isCountry(argument) {
                country = country ?? argument
            } else if number == nil {
                number = argument
            } else {
                throw .usage("unexpected argument `\(argument)`")
            }
        }
        return (number, try country.map { text throws(Failure) in try self.country(text) })
    }

    /// A number and an application in either order.
    static func numberAndApplication(
        _ arguments: Arguments
    ) throws(Failure) -> (number: String?, application: String?) {
        var application: String?
        var number: String?
        for argument in arguments.positionals {
            if ApplicationID(argument) != nil {
                application = argument
            } else if number == nil {
                number = argument
            } else {
                throw .usage("unexpected argument `\(argument)`")
            }
        }
        return (number, application)
    }
}
