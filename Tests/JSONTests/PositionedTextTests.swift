import JSON
import Testing

@Suite struct PositionedTextTests {
    private let text = "[\n  {\"a\": 1,\n   \"é\\n\": [true, \"x\"]},\n  null\n]\n"

    private func parse(_ text: String) throws(JSONError) -> PositionedText { try PositionedText(Array(text.utf8)) }

    @Test func everyValueHasItsPointerAndItsPlace() throws {
        let text = try parse(text)
        var lines: [String] = []

        text.visit { pointer, value, member in
            let place = text.place(of: value.range.lowerBound)
            let key = member.map { text.place(of: $0.keyRange.lowerBound) }
            lines.append(
                "\(pointer) \(place.line):\(place.column)" + (key.map { " key \($0.line):\($0.column)" } ?? ""))
        }

        #expect(
            lines == [
                " 1:1", "/0 2:3", "/0/a 2:9 key 2:4", "/0/é\n 3:11 key 3:4", "/0/é\n/0 3:12", "/0/é\n/1 3:18", "/1 4:3",
            ])
    }

    @Test func rangesHoldTheValueAndNothingElse() throws {
        for given in GrammarCase.table where given.verdict == .accept {
            let text = try PositionedText(given.bytes)

            text.visit { _, value, member in
                #expect((try? JSONValue.parse(given.bytes[value.range])) == value.value)
                guard let member else { return }
                #expect((try? JSONValue.parse(given.bytes[member.keyRange])) == .string(member.key))
            }
        }
    }

    @Test func pointersLeadToValues() throws {
        let text = try parse(#"{"a/b":[{"~":7}],"0":{"0":8},"":9}"#)

        #expect(text[JSONPointer().appending("a/b").appending(0).appending("~")]?.value == 7)
        #expect(text[JSONPointer().appending("0").appending(0)]?.value == 8)
        #expect(text[JSONPointer().appending("")]?.value == 9)
        #expect(text[JSONPointer().appending("a/b").appending("00")] == nil)
        #expect(text[JSONPointer().appending("a/b").appending("-1")] == nil)
        #expect(text[JSONPointer().appending("a/b").appending(1)] == nil)
        #expect(text[JSONPointer()]?.value == text.root.value)
    }

    @Test func aByteOrderMarkIsToldAndTakesNoColumn() throws {
        let text = try parse("\u{FEFF}[1]")

        #expect(text.hasByteOrderMark)
        #expect(text.place(of: 3) == TextPlace(line: 1, column: 1))
        #expect(text.place(of: 4) == TextPlace(line: 1, column: 2))
        #expect(try !parse("[1]").hasByteOrderMark)
    }

    @Test func keysThatStandTwiceAreTold() throws {
        let text = try parse(#"{"a":1,"b":{"x":1,"x":2},"a":3,"a":4}"#)

        let repeated = text.repeatedKeys

        #expect(repeated.map { "\($0.pointer)" } == ["/a", "/a", "/b/x"])
        #expect(repeated.map(\.earlier.value.value) == [1, 3, 1])
        #expect(repeated.map(\.last.value.value) == [4, 4, 2])
        #expect(text.root.value == ["a": 4, "b": ["x": 2]])
        #expect(text.root["a"]?.value == 4)
    }

    @Test func numbersKeepTheirSpelling() throws {
        let text = try parse("[0.00450000,123456789012345678901234567890]")

        #expect(text.root[0]?.number?.text == "0.00450000")
        #expect(text.root[1]?.number?.text == "123456789012345678901234567890")
    }

    @Test func sizeAndDepthAreBounded() throws {
        let limits = JSONLimits(maximumBytes: 10, maximumDepth: 3)
        let tooLong = #expect(throws: JSONError.self) { try PositionedText(Array("[1,2,3,4,5]".utf8), limits: limits) }
        let tooDeep = #expect(throws: JSONError.self) { try PositionedText(Array("[[[[]]]]".utf8), limits: limits) }

        #expect(tooLong?.kind == .tooLong(limit: 10))
        #expect(tooDeep?.kind == .tooDeep(limit: 3))
        #expect(tooDeep?.offset == 3)
    }

    @Test func manyPlacesAreFoundInOneWalk() throws {
        let count = 20_000
        let text = try parse("[\n" + Array(repeating: "1", count: count).joined(separator: ",\n") + "\n]")
        let offsets = (text.root.array ?? []).map(\.range.lowerBound)

        let places = text.places(of: offsets.reversed())

        #expect(places == (2...count + 1).reversed().map { TextPlace(line: $0, column: 1) })
    }

    @Test func anObjectOfManyKeysIsReadInGoodTime() throws {
        let text = try parse("{" + (0..<50_000).map { #""k\#($0)":0"# }.joined(separator: ",") + "}")

        #expect(text.repeatedKeys.isEmpty)
        #expect(text.root.value.object?.count == 50_000)
    }
}
