/// A telephone number in E.164 form, without the `+`, as webhooks carry it.
package struct E164: Hashable, Sendable {
    package let digits: String

    /// Fails unless `text` is 15 digits or fewer, with an optional leading `+`.
    package init?(_ text: some StringProtocol) {
        let digits = text.utf8.first == UInt8(ascii: "+") ? text.dropFirst() : text[...]
        guard (1...15).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        self.digits = String(digits)
    }

    /// Reads a number as people write it: blanks, dashes, dots and parentheses are dropped, and so are a leading `+` or
    /// `00`. The trunk zero of `+44 (0)7700 …` is dropped with its parentheses.
    package init?(dialled text: some StringProtocol) {
        var digits = ""
        var isInternational = false
        var rest = text.unicodeScalars[...]
        while let next = rest.popFirst() {
            switch next {
            case "0"..."9":
                digits.unicodeScalars.append(next)
                if digits == "00", !isInternational {
                    digits = ""
                    isInternational = true
                }
            case "+":
                guard digits.isEmpty, !isInternational else { return nil }
                isInternational = true
            case "(" where isInternational && rest.starts(with: "0)".unicodeScalars):
                rest = rest.dropFirst(2)
            case _ where Self.isSpacing(next): continue
            default: return nil
            }
        }
        self.init(digits)
    }

    /// What stands between the digits of a written number: blanks, dashes, dots, parentheses.
    private static func isSpacing(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\t", "-", ".", "(", ")", "\u{A0}", "\u{2009}", "\u{2010}"..."\u{2013}", "\u{202F}": true
        default: false
        }
    }
}

extension E164: CustomStringConvertible {
    /// Masked, because descriptions end up in logs.
    package var description: String { "…" + digits.suffix(4) }
}

extension E164: Comparable {
    package static func < (left: E164, right: E164) -> Bool {
        left.digits.utf8.lexicographicallyPrecedes(right.digits.utf8)
    }
}
