import Telephony
import TestSupport
import Testing

@Suite struct E164Tests {
    /// Numbers are kept as numbers: zeros in front count.
    @Test func zerosInFrontTellNumbersApart() throws {
        let texts = ["0", "00", "000000000000000", "7", "07", "007", "999999999999999", "447700900000"]
        for text in texts {
            let number = try #require(E164(text))
            #expect(number.digits == text && number.count == text.utf8.count)
            #expect(number.beginsWithZero == text.hasPrefix("0"))
            for other in texts { #expect((E164(other) == number) == (other == text)) }
        }
        #expect(E164("0000000000000000") == nil && E164("") == nil && E164("+") == nil && E164("1a") == nil)
    }

    @Test(arguments: [
        ("447700900030", "447700900030"), ("+447700900030", "447700900030"), ("1", "1"),
        ("123456789012345", "123456789012345"),
    ])
    func readsDigits(text: String, digits: String) {
        #expect(E164(text)?.digits == digits)
    }

    /// Eight digits are read and written at a time; whatever the length, they say what was said.
    @Test func readsAndWritesDigitsOfEveryLength() {
        var generator = SplitMix64(seed: 7)
        for count in 1...15 {
            for _ in 0..<200 {
                let digits = (0..<count).map { _ in UInt8.random(in: 0x30...0x39, using: &generator) }
                let text = String(decoding: digits, as: UTF8.self)
                #expect(E164(text)?.digits == text)
                #expect(E164("+" + text)?.digits == text)
                var wrong = digits
                var byte = UInt8.random(in: 0...0x7F, using: &generator)
                if (0x30...0x39).contains(byte) { byte = 0x3A }
                wrong[Int.random(in: 0..<count, using: &generator)] = byte
                let isPlus = wrong[0] == UInt8(ascii: "+") && count > 1
                #expect((E164(String(decoding: wrong, as: UTF8.self)) == nil) == !isPlus)
            }
        }
    }

    @Test(arguments: ["", "+", "++44", "44 7700", "1234567890123456", "４４７７", "44a", "0044-"])
    func refusesWhatIsNotDigits(text: String) {
        #expect(E164(text) == nil)
    }

    @Test(arguments: [
        ("+44 7700 900-030", "447700900030"), ("0044 7700 900030", "447700900030"), (" 447700900030", "447700900030"),
        ("(44) 7700.900030", "447700900030"), ("+44 (0)7700 900030", "447700900030"),
        ("0044(0)7700900030", "447700900030"), ("+44\u{A0}7700\u{2011}900030", "447700900030"),
        ("3197010280001", "3197010280001"), ("+1 (212) 555-0100", "12125550100"), ("07700 900030", "07700900030"),
    ])
    func readsWhatPeopleWrite(text: String, digits: String) {
        #expect(E164(dialled: text)?.digits == digits)
    }

    @Test(arguments: [
        "", "00", "+", "Alice", "sip:alice@example.org", "44+7700", "++447700", "Unknown", "44/7700", "+44#7700",
        "447700900030 ext 5",
    ])
    func refusesWhatCannotBeDialled(text: String) {
        #expect(E164(dialled: text) == nil)
    }

    @Test func showsLittleOfItselfInLogs() {
        #expect("\(E164("447700900030")!)" == "…0030")
    }

    @Test(arguments: [
        ("447700900030", "44"), ("3197010280001", "31"), ("12125550100", "1"), ("14165550100", "1CA"),
        ("18765550100", "1876"), ("74951234567", "7"), ("77271234567", "7KZ"), ("3531234567", "353"),
        ("8801712345678", "880"), ("21612345678", "216"),
    ])
    func knowsTheAreaOfANumber(digits: String, area: String) {
        #expect(E164(digits)?.area == area)
    }

    @Test func knowsNoAreaOfWhatIsTooShort() {
        #expect(E164("4")?.area == nil)
        #expect(E164("35")?.area == nil)
        #expect(E164("07700900030")?.area == nil)
    }
}
