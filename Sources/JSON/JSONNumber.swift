/// A JSON number by its spelling: `0.00450000` stays what it is, and so does an integer beyond 2^53.
package struct JSONNumber: Hashable, Sendable {
    package let text: String

    /// Takes a text that is known to follow the grammar of numbers.
    init(spelling text: String) {
        self.text = text
    }

    package init(_ value: some BinaryInteger) {
        text = String(value)
    }

    /// Spelt as shortly as it can be read back; whole numbers without a fraction. Nil for what JSON cannot say.
    package init?(_ value: Double) {
        guard value.isFinite else { return nil }
        let text = value.description
        self.text = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Reads the grammar of RFC 8259 §6.
    package init?(_ text: some StringProtocol) {
        guard case .number(let number) = try? JSONValue.parse(Array(text.utf8)),
            number.text.utf8.elementsEqual(text.utf8)
        else { return nil }
        self = number
    }

    /// The value, if it is whole and fits; `65.0` and `6.5e1` are whole.
    package var int: Int? {
        if let value = Int(text) { return value }
        guard let double, abs(double) <= 9_007_199_254_740_992 else { return nil }
        return Int(exactly: double)
    }

    /// The nearest double; nil where there is none, as for `1e999`.
    package var double: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }
}

extension JSONNumber: CustomStringConvertible {
    package var description: String { text }
}
