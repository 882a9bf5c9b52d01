import JSON

/// What is wrong with a telephone number, which is 7 to 15 digits from the country code on.
struct PhoneNumberFault {
    let message: String
    /// The number as it is meant, where that is clear.
    let digits: String?

    /// Fails if nothing is wrong.
    init?(_ value: PositionedValue) {
        guard let text = value.string else {
            message = "is a string of digits, not \(value.kind)"
            digits = value.number.flatMap { Self.isRight($0.text) ? $0.text : nil }
            return
        }
        if Self.isRight(text) { return nil }
        digits = Self.digits(meantBy: text)
        if text.hasPrefix("+") {
            message = "has no “+” in front"
        } else if !text.utf8.allSatisfy(\.isDigit) || text.isEmpty {
            message = "holds digits only"
        } else if text.hasPrefix("00") {
            message = "begins with the country code, without “00”"
        } else {
            message = "has 7 to 15 digits, not \(text.utf8.count)"
        }
    }

    private static func isRight(_ text: String) -> Bool {
        (7...15).contains(text.utf8.count) && text.utf8.allSatisfy(\.isDigit) && !text.hasPrefix("00")
    }

    /// Without the plus sign, the zeros of an international call, and what people put between digits. A zero in brackets
    /// is not dialled from abroad, so it is left to people.
    private static func digits(meantBy text: String) -> String? {
        guard !text.contains("(0)") else { return nil }
        var rest = text.filter { !" -./()\u{A0}".contains($0) }
        if rest.hasPrefix("+") {
            rest.removeFirst()
        } else if rest.hasPrefix("00") {
            rest.removeFirst(2)
        }
        return isRight(rest) ? rest : nil
    }
}
