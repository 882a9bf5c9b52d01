/// A telephone number in E.164 form, without the `+`, as webhooks carry it.
package struct E164: Hashable, Sendable {
    /// The digits as a number below the count of digits, which tells how many zeros it begins with: comparing and
    /// looking up a number touches no text.
    private let packed: UInt64

    private static let countShift: UInt64 = 56

    /// Fails unless `text` is 15 digits or fewer, with an optional leading `+`.
    package init?(_ text: String) {
        guard let number = text.withBytes({ E164(utf8: $0) }) else { return nil }
        self = number
    }

    package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        let start = bytes.first == UInt8(ascii: "+") ? 1 : 0
        let count = bytes.count - start
        guard (1...15).contains(count) else { return nil }
        var value: UInt64 = 0
        var index = start
        if count >= 8 {
            let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: start, as: UInt64.self)
            guard let eight = Self.value(ofEightDigits: UInt64(littleEndian: word)) else { return nil }
            value = eight
            index &+= 8
        }
        while index < bytes.count {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value &* 10 &+ UInt64(digit)
            index &+= 1
        }
        packed = UInt64(count) << Self.countShift | value
    }

    /// What eight ASCII digits stand for, the first in the lowest byte; nil if one of them is none. Neighbours are put
    /// together three times, in one word.
    private static func value(ofEightDigits word: UInt64) -> UInt64? {
        let high: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
        // Six more than nine is the next row of ASCII.
        guard word & high == 0x3030_3030_3030_3030, (word &+ 0x0606_0606_0606_0606) & high == 0x3030_3030_3030_3030
        else { return nil }
        let ones = word & ~high
        let twos = (ones &* 10 &+ ones >> 8) & 0x00FF_00FF_00FF_00FF
        let fours = (twos &* 100 &+ twos >> 16) & 0x0000_FFFF_0000_FFFF
        return (fours &* 10_000 &+ fours >> 32) & 0xFFFF_FFFF
    }

    /// How many digits there are, 1 to 15.
    package var count: Int { Int(packed >> Self.countShift) }

    package var beginsWithZero: Bool {
        var power: UInt64 = 1
        for _ in 1..<count { power = power &* 10 }
        return packed & (1 << Self.countShift - 1) < power
    }

    package var digits: String {
        // Fifteen bytes lie in the String itself.
        String(unsafeUninitializedCapacity: 15) { buffer in
            let value = packed & (1 << Self.countShift - 1)
            let count = count
            var sixteen = (Self.eightDigits(value / 100_000_000), Self.eightDigits(value % 100_000_000))
            withUnsafeBytes(of: &sixteen) { digits in
                UnsafeMutableRawBufferPointer(buffer).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: digits[(16 - count)...]))
            }
            return count
        }
    }

    /// The eight decimal digits of a number below 10⁸ as ASCII, the first in memory first: halved three times, the
    /// halves side by side in one word. `x * 10486 >> 20` is `x / 100` below 10⁴, `x * 103 >> 10` is `x / 10` below 10².
    private static func eightDigits(_ value: UInt64) -> UInt64 {
        let fours = value / 10_000 | (value % 10_000) << 32
        let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
        let twos = hundreds | (fours &- hundreds &* 100) << 16
        let tens = (twos &* 103) >> 10 & 0x000F_000F_000F_000F
        let digits = tens | (twos &- tens &* 10) << 8
        return (digits | 0x3030_3030_3030_3030).littleEndian
    }

    /// Some bits by which numbers differ.
    package var mark: UInt64 { packed &* 0x9E37_79B9_7F4A_7C15 >> 32 }

    package init?(_ text: Substring) {
        self.init(String(text))
    }

    /// Reads a number as people write it: blanks, dashes, dots and parentheses are dropped, and so are a leading `+` or
    /// `00`. The trunk zero of `+44 (0)7700 …` is dropped with its parentheses.
    package init?(dialled text: String) {
        // Most numbers come as bare digits.
        if let number = text.withBytes({ E164(bareDigits: $0) }) {
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

    /// Digits with an optional `+` and no `00` before them.
    private init?(bareDigits bytes: UnsafeBufferPointer<UInt8>) {
        let start = bytes.first == UInt8(ascii: "+") ? 1 : 0
        let zero = UInt8(ascii: "0")
        if bytes.count > start + 1, bytes[start] == zero, bytes[start + 1] == zero { return nil }
        self.init(utf8: bytes)
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
