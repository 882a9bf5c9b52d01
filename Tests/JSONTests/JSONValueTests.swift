import JSON
import TestSupport
import Testing

@Suite struct JSONValueTests {
    @Test func literalsMakeValues() {
        let value: JSONValue = ["a": [1, 2.5, true, nil, "x\(1 + 1)"], "b": [:], "c": []]

        #expect(value.serializedText == #"{"a":[1,2.5,true,null,"x2"],"b":{},"c":[]}"#)
    }

    @Test func valuesAreTakenAsWhatTheyAre() throws {
        let value = try JSONValue.parse(#"{"s":"x","i":65,"d":6.5,"w":65.0,"b":true,"n":null,"a":[1],"o":{"k":2}}"#)

        #expect(value["s"]?.string == "x")
        #expect(value["i"]?.int == 65)
        #expect(value["d"]?.int == nil)
        #expect(value["d"]?.double == 6.5)
        #expect(value["w"]?.int == 65)
        #expect(value["b"]?.bool == true)
        #expect(value["n"]?.isNull == true)
        #expect(value["a"]?[0] == 1)
        #expect(value["a"]?[1] == nil)
        #expect(value["o"]?["k"] == 2)
        #expect(value["s"]?.int == nil)
        #expect(value["missing"] == nil)
    }

    @Test func numbersAreWhatTheirTextSays() {
        #expect(JSONNumber("9007199254740993")?.int == 9_007_199_254_740_993)
        #expect(JSONNumber("9223372036854775808")?.int == nil)
        #expect(JSONNumber("1e3")?.int == 1000)
        #expect(JSONNumber("1e999")?.double == nil)
        #expect(JSONNumber("1e999")?.int == nil)
        #expect(JSONNumber("01") == nil)
        #expect(JSONNumber("1 ") == nil)
        #expect(JSONNumber("") == nil)
        #expect(JSONNumber("\"1\"") == nil)
        #expect(JSONNumber(2.0)?.text == "2")
        #expect(JSONNumber(0.1)?.text == "0.1")
        #expect(JSONNumber(Double.nan) == nil)
    }

    @Test func objectsKeepTheirOrder() {
        var object: JSONObject = ["b": 1, "a": 2]

        object["c"] = 3
        object["b"] = 4
        object["a"] = nil

        #expect(object.keys == ["b", "c"])
        #expect(object.serialized() == Array(#"{"b":4,"c":3}"#.utf8))
    }

    @Test func objectsAreTheSameInAnyOrder() {
        let left: JSONValue = ["a": 1, "b": [2]]

        #expect(left == ["b": [2], "a": 1])
        #expect(left != ["a": 1])
        #expect(left != ["a": 1, "b": [3]])
        #expect(left != ["a": 1, "c": [2]])
    }

    @Test func keysThatLookTheSameAreNotTheSame() throws {
        let value = try JSONValue.parse("{\"\u{E9}\":1,\"e\u{301}\":2}", limits: .request)

        #expect(value["\u{E9}"] == 1)
        #expect(value["e\u{301}"] == 2)
        #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
    }

    @Test func peopleReadItOnSeveralLines() {
        let value: JSONValue = ["a": [1, ["b": "é/"]], "c": [], "d": [:]]

        #expect(
            value.prettyPrinted() == """
                {
                  "a": [
                    1,
                    {
                      "b": "é/"
                    }
                  ],
                  "c": [],
                  "d": {}
                }
                """)
    }

    @Test func pointersEscapeTheirMarks() {
        let pointer = JSONPointer().appending(0).appending("a/b").appending("c~d")

        #expect("\(pointer)" == "/0/a~1b/c~0d")
        #expect("\(JSONPointer())" == "")
    }

    /// Any tree is written so that it reads the same.
    @Test(arguments: 0..<200)
    func whatIsWrittenReadsTheSame(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let value = Self.randomValue(&random, depth: 0)

        #expect(try JSONValue.parse(value.serialized(), limits: .strict) == value)
        #expect(try JSONValue.parse(value.prettyPrinted(), limits: .strict) == value)
    }

    private static func randomValue(_ random: inout SplitMix64, depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth < 5 ? 7 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(.random(using: &random))
        case 2: return .number(JSONNumber(Int.random(in: -1_000_000...1_000_000, using: &random)))
        case 3: return JSONNumber(Double.random(in: -1e9...1e9, using: &random)).map(JSONValue.number) ?? .null
        case 4: return .string(randomText(&random))
        case 5:
            let count = Int.random(in: 0...4, using: &random)
            return .array((0..<count).map { _ in randomValue(&random, depth: depth + 1) })
        default:
            let count = Int.random(in: 0...4, using: &random)
            return .object(
                JSONObject((0..<count).map { _ in (randomText(&random), randomValue(&random, depth: depth + 1)) }))
        }
    }

    private static func randomText(_ random: inout SplitMix64) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            let limit: UInt32 = [0x20, 0x80, 0x800, 0x11_0000].randomElement(using: &random) ?? 0x80
            if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) { text.append(scalar) }
        }
        return String(text)
    }
}
