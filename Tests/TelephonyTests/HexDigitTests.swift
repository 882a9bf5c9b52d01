import Testing

@testable import Telephony

@Suite struct HexDigitTests {
    /// Every byte in every place among digits, against the rule for one byte.
    @Test func eightAtOnceAreReadAsOneByOne() {
        let digits = Array("0aF9b3C7".utf8)
        for place in 0..<8 {
            for byte in UInt8.min...UInt8.max {
                var bytes = digits
                bytes[place] = byte
                let word = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                var expected: UInt64? = 0
                for byte in bytes {
                    let digit = HexDigit.value(of: byte)
                    expected = expected.flatMap { sum in digit.map { sum << 4 | UInt64($0) } }
                }

                #expect(HexDigit.value(ofEight: word) == expected)
            }
        }
    }

    @Test func aUUIDIsReadWithDashesAndWithout() {
        let uuid = UUID128(high: 0x0123_4567_89AB_4DEF, low: 0x8123_4567_89AB_CDEF)

        #expect(UUID128("01234567-89ab-4Def-8123-456789ABCDEF") == uuid)
        #expect(UUID128("0123456789ab4def8123456789abcdef") == uuid)
        #expect(UUID128("01234567-89ab-4def-8123-456789abcdeg") == nil)
        #expect(UUID128("01234567+89ab-4def-8123-456789abcdef") == nil)
        #expect(UUID128("0123456789ab-4def-8123-456789abcdef0") == nil)
    }
}
