import JSON
import TestSupport
import Testing

/// Texts that are no JSON, each with what is wrong and how many bytes stand before the place.
@Suite struct RefusedTextTests {
    private static let texts: [(String, JSONError.Kind, Int)] = [
        ("", .empty, 0), ("  \n", .empty, 3),
        // Words.
        ("nul", .unexpectedEnd, 3), ("nuLl", .unexpected(0x4C), 2), ("True", .unexpected(0x54), 0),
        ("nan", .unexpected(0x61), 1), ("undefined", .unexpected(0x75), 0), ("Infinity", .unexpected(0x49), 0),
        ("truefalse", .trailingText, 4), ("nullx", .trailingText, 4), ("'a'", .unexpected(0x27), 0),
        // Numbers.
        ("-", .unexpectedEnd, 1), ("+1", .unexpected(0x2B), 0), (".5", .unexpected(0x2E), 0), ("1.", .unexpectedEnd, 2),
        ("01", .badNumber, 1), ("-01", .badNumber, 2), ("00", .badNumber, 1), ("1.e5", .badNumber, 2),
        ("1e", .unexpectedEnd, 2), ("1e+", .unexpectedEnd, 3), ("1ex", .badNumber, 2), ("-x", .badNumber, 1),
        ("1 2", .trailingText, 2), ("0x10", .trailingText, 1), ("1_000", .trailingText, 1), ("1,5", .trailingText, 1),
        ("--1", .badNumber, 1), ("1.2.3", .trailingText, 3), ("[1.]", .badNumber, 3), ("[-]", .badNumber, 2),
        ("１", .unexpected(0xEF), 0),
        // Strings.
        ("\"", .unexpectedEnd, 1), ("\"a", .unexpectedEnd, 2), (#""\"#, .unexpectedEnd, 2),
        (#""\""#, .unexpectedEnd, 3),
        (#""\x41""#, .badEscape, 1), (#""\'""#, .badEscape, 1), (#""\u12""#, .badEscape, 1),
        (#""\u12G4""#, .badEscape, 1), (#""\U0041""#, .badEscape, 1), (#""\u{41}""#, .badEscape, 1),
        (#""ab\ud800""#, .loneSurrogate, 3), (#""\udc00""#, .loneSurrogate, 1), (#""\ud83d\ud83d""#, .loneSurrogate, 1),
        (#""\ud83dx""#, .loneSurrogate, 1), (#""\ud83d\n""#, .loneSurrogate, 1),
        (#""\ude00\ud83d""#, .loneSurrogate, 1),
        (#""\u004""#, .badEscape, 1), (#""\u00"#, .unexpectedEnd, 5),
        ("\"a\nb\"", .controlCharacterInString, 2), ("\"\t\"", .controlCharacterInString, 1),
        ("\"\u{0}\"", .controlCharacterInString, 1), ("\"\\n\u{1F}\"", .controlCharacterInString, 3),
        // Arrays.
        ("[", .unexpectedEnd, 1), ("]", .unexpected(0x5D), 0), ("[1", .unexpectedEnd, 2), ("[1,", .unexpectedEnd, 3),
        ("[1,]", .unexpected(0x5D), 3), ("[,1]", .unexpected(0x2C), 1), ("[1,,2]", .unexpected(0x2C), 3),
        ("[1 2]", .unexpected(0x32), 3), ("[1}", .unexpected(0x7D), 2), ("[1:2]", .unexpected(0x3A), 2),
        ("[]]", .trailingText, 2), ("[][]", .trailingText, 2),
        // Objects.
        ("{", .unexpectedEnd, 1), ("}", .unexpected(0x7D), 0), (#"{"a""#, .unexpectedEnd, 4),
        (#"{"a":"#, .unexpectedEnd, 5), (#"{"a":1"#, .unexpectedEnd, 6), (#"{"a":1,"#, .unexpectedEnd, 7),
        (#"{"a":1,}"#, .unexpected(0x7D), 7), (#"{"a"}"#, .unexpected(0x7D), 4), (#"{"a":}"#, .unexpected(0x7D), 5),
        (#"{"a" 1}"#, .unexpected(0x31), 5), ("{a:1}", .unexpected(0x61), 1), ("{1:1}", .unexpected(0x31), 1),
        ("{'a':1}", .unexpected(0x27), 1), (#"{"a":1 "b":2}"#, .unexpected(0x22), 7),
        (#"{,"a":1}"#, .unexpected(0x2C), 1),
        (#"{"a":1,,"b":2}"#, .unexpected(0x2C), 7), (#"{"a":1]"#, .unexpected(0x5D), 6),
        ("{null:1}", .unexpected(0x6E), 1),
        (#"{"a":1}{"b":2}"#, .trailingText, 7), ("{[]:1}", .unexpected(0x5B), 1),
        // A key twice.
        (#"{"a":1,"a":1}"#, .duplicateKey("a"), 7), (#"{"a":1,"b":{"c":1,"c":2}}"#, .duplicateKey("c"), 18),
        (#"{"a":1,"\u0061":2}"#, .duplicateKey("a"), 7), (#"{"":1,"":2}"#, .duplicateKey(""), 6),
        // What other languages allow.
        ("// x\n1", .unexpected(0x2F), 0), ("[1/**/]", .unexpected(0x2F), 2), ("# x", .unexpected(0x23), 0),
        ("\u{A0}1", .unexpected(0xC2), 0), ("\u{B}1", .unexpected(0x0B), 0), ("1\u{0}", .trailingText, 1),
        ("\u{FEFF}1", .byteOrderMark, 0), ("1\u{FEFF}", .trailingText, 1), ("[1]\n// end", .trailingText, 4),
    ]

    @Test(arguments: texts)
    func isRefusedWithReasonAndPlace(text: String, kind: JSONError.Kind, offset: Int) {
        let error = #expect(throws: JSONError.self) { try JSONValue.parse(text, limits: .strict) }

        #expect(error?.kind == kind)
        #expect(error?.offset == offset)
    }

    @Test func thereAreEnoughOfThem() {
        #expect(Self.texts.count >= 90)
    }

    private static let badUTF8: [([UInt8], Int)] = [
        ([0xFF], 1), ([0x80], 1), ([0xC3], 1), ([0xC3, 0x28], 1), ([0xC0, 0x80], 1), ([0xC1, 0xBF], 1),
        ([0xE2, 0x82], 1), ([0xE2, 0x28, 0xA1], 1), ([0xE0, 0x80, 0xAF], 1), ([0xED, 0xA0, 0x80], 1),
        ([0xED, 0xBF, 0xBF], 1), ([0xF0, 0x28, 0x8C, 0xBC], 1), ([0xF0, 0x80, 0x80, 0xAF], 1),
        ([0xF4, 0x90, 0x80, 0x80], 1), ([0xF5, 0x80, 0x80, 0x80], 1), ([0x61, 0xC3, 0xA9, 0xFE], 4),
        (Array(#"\n"#.utf8) + [0xFF], 3), ([0xFF] + Array(#"\n"#.utf8), 1), ([0xC3] + Array(#"\u00a9"#.utf8), 1),
    ]

    @Test(arguments: badUTF8)
    func bytesThatAreNotUTF8AreRefused(content: [UInt8], offset: Int) {
        let bytes = [UInt8(ascii: "\"")] + content + [UInt8(ascii: "\"")]

        let error = #expect(throws: JSONError.self) { try JSONValue.parse(bytes) }
        #expect(error?.kind == .invalidUTF8)
        #expect(error?.offset == offset)
    }

    /// A text cut short anywhere is no JSON, and saying so does not trap.
    @Test func noBeginningOfAnObjectIsAText() throws {
        let text = Array(#"{"a":[1.5e3,"x\ud83d\ude00é",{"b":null}],"c":true}"#.utf8)
        #expect(try JSONValue.parse(text).object?.count == 2)

        for length in 0..<text.count {
            #expect(throws: JSONError.self) { try JSONValue.parse(text[..<length]) }
        }
    }

    /// Whatever the bytes: a value or an error with a place inside them.
    @Test(arguments: 0..<500)
    func noBytesMakeItTrap(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var bytes = Array(#"[{"a":[1.5e3,"x\ud83d\ude00é",{"b":null}],"c":true,"d":"\\\"\u0041"}, -0.1]"#.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
        }

        do throws(JSONError) {
            let value = try JSONValue.parse(bytes)
            #expect((try? JSONValue.parse(value.serialized())) == value)
        } catch {
            #expect((0...bytes.count).contains(error.offset))
        }
    }
}
