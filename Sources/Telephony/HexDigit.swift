/// Digits of base 16 as ASCII.
enum HexDigit {
    static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The 32 bits that eight digits stand for; nil if one of the bytes is no digit.
    ///
    /// All eight at once and without a branch, which random digits would mispredict.
    ///
    /// - Parameter word: the first digit in the lowest byte.
    @inline(__always)
    static func value(ofEight word: UInt64) -> UInt64? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let upper: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
        let letters = (word >> 6) & ones
        var nibbles = (word & ~upper) &+ (letters &* 9)
        // Digits stand from 0x30 on, letters from 0x40 or 0x60 on, and only letters come to ten or more.
        let isPlaced = ((word & upper) | (letters << 5)) == (ones &+ letters) &* 0x30
        let isCounted = ((nibbles &+ (ones &* 6)) >> 4) & ones == letters
        guard isPlaced, isCounted, nibbles & upper == 0 else { return nil }
        nibbles = nibbles.byteSwapped
        nibbles = (nibbles | nibbles >> 4) & 0x00FF_00FF_00FF_00FF
        nibbles = (nibbles | nibbles >> 8) & 0x0000_FFFF_0000_FFFF
        return (nibbles | nibbles >> 16) & 0xFFFF_FFFF
    }

    /// The eight digits of 32 bits, in lower case; the first one in the lowest byte.
    @inline(__always)
    static func eight(of value: UInt32) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var bytes = UInt64(value.byteSwapped)
        bytes = (bytes | bytes << 16) & 0x0000_FFFF_0000_FFFF
        bytes = (bytes | bytes << 8) & 0x00FF_00FF_00FF_00FF
        let nibbles = (bytes >> 4 | bytes << 8) & (ones &* 0x0F)
        let letters = ((nibbles &+ ones &* 6) >> 4) & ones
        return nibbles &+ ones &* 0x30 &+ letters &* 0x27
    }

    /// The digit of the low four bits.
    static func lowercase(_ value: UInt8) -> UInt8 {
        let nibble = value & 15
        return nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
    }
}
