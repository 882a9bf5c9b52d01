import JSON
import Testing

@Suite struct JSONErrorTests {
    private func error(in text: String) -> JSONError? {
        #expect(throws: JSONError.self) { try JSONValue.parse(text, limits: .request) }
    }

    @Test func namesLineAndColumn() {
        let error = error(in: "[\n  {\"a\": 1},\n  {\"b\" 2}\n]")

        #expect(error?.line == 3)
        #expect(error?.column == 8)
        #expect(error.map(String.init(describing:)) == "line 3, column 8: unexpected ‘2’")
    }

    @Test func columnsCountCharactersNotBytes() {
        #expect(error(in: "[\"é😀\" x]")?.column == 7)
    }

    @Test(arguments: [
        ("", "the text is empty"), ("[", "the text ends too early"), ("[1]x", "something follows the value"),
        ("\u{1}", "unexpected byte 0x01"), (#"{"a":1,"a":2}"#, #"the key "a" stands twice in one object"#),
        (#""\ud800""#, "half of a surrogate pair in a string"), ("[01]", "malformed number"),
    ])
    func saysWhatIsWrong(text: String, reason: String) {
        #expect(error(in: text)?.reason == reason)
    }
}
