/// A telephone number in E.164 form, without the `+`, as webhooks carry it.
package struct E164: Hashable, Sendable {
    package let digits: String

    /// Fails unless `text` is 15 digits or fewer, with an optional leading `+`.
    package init?(_ text: String) {
        let hasPlus = text.utf8.first == UInt8(ascii: "+")
        let isNumber = text.withBytes { bytes in
            let start = hasPlus ? 1 : 0
            guard (1...15).contains(bytes.count - start) else { return false }
            for index in start..<bytes.count where bytes[index] &- UInt8(ascii: "0") > 9 { return false }
            return true
        }
        guard isNumber else { return nil }
        digits = hasPlus ? String(text.dropFirst()) : text
    }

    package init?(_ text: Substring) {
        self.init(String(text))
    }

    /// Reads a number as people write it: blanks, dashes, dots and parentheses are dropped, and so are a leading `+` or
    /// `00`. The trunk zero of `+44 (0)7700 …` is dropped with its parentheses.
    package init?(dialled text: String) {
        // Most numbers come as bare digits.
        if let number = E164(text), !number.digits.hasPrefix("00") {
            self = number
            return
        }
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

    package init?(dialled text: Substring) {
        self.init(dialled: String(text))
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
