import Testing

@testable import App

@Suite struct ExcerptTests {
    private func excerpt(_ text: String, _ part: String, width: Int = 60) -> Excerpt? {
        let bytes = Array(text.utf8)
        let part = Array(part.utf8)
        let start = bytes.indices.first { bytes[$0...].starts(with: part) } ?? 0
        return Excerpt(of: bytes, at: start..<start + part.count, width: width)
    }

    @Test func marksThePartOfItsLine() {
        let excerpt = excerpt("[\n  {\"a\": 12,\n]", "12")

        #expect(excerpt?.text == "  {\"a\": 12,")
        #expect(excerpt?.marks == "        ^^")
    }

    @Test func marksColumnsNotBytes() {
        let excerpt = excerpt("[\"é漢😀\", 5]", "5")

        #expect(excerpt?.marks == "          ^")
    }

    @Test func marksNoFurtherThanTheLine() {
        #expect(excerpt("[\n{\"a\":\n1}\n]", "{\"a\":\n1}")?.marks == "^^^^^")
    }

    @Test func tabsAndControlCharactersTakeTheirColumns() {
        let excerpt = excerpt("\t\u{7}x", "x")

        #expect(excerpt?.text == "    \\u{7}x")
        #expect(excerpt?.marks == "         ^")
    }

    @Test func longLinesAreCutOnBothSides() throws {
        let text = String(repeating: "a", count: 5000) + "XY" + String(repeating: "b", count: 5000)

        let cut = try #require(excerpt(text, "XY", width: 40))

        #expect(cut.text.columns <= 40)
        #expect(cut.text.hasPrefix("…a") && cut.text.hasSuffix("b…"))
        let place = cut.marks.prefix { $0 == " " }.count
        #expect(cut.text.dropFirst(place).hasPrefix("XY"))
        #expect(cut.marks.hasSuffix("^^"))
    }

    @Test func nothingIsShownOfNothing() {
        #expect(Excerpt(of: [], at: 0..<0, width: 60) == nil)
        #expect(Excerpt(of: Array("a\n\nb".utf8), at: 2..<2, width: 60) == nil)
    }
}
