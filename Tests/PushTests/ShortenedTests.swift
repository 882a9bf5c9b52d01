import Testing

@testable import Push

struct ShortenedTests {
    @Test(arguments: [
        ("Alice", 5, "Alice"), ("Alice!", 5, "Al…"), ("漢漢漢", 9, "漢漢漢"), ("漢漢漢", 8, "漢…"), ("漢漢", 5, "…"),
        ("Alice", 3, ""), ("e\u{301}ab", 5, "e\u{301}ab"), ("e\u{301}abcd", 6, "e\u{301}…"),
        ("e\u{301}\u{301}\u{301}", 6, "e\u{301}…"), ("", 0, ""),
    ])
    func cutsBetweenCharacters(text: String, limit: Int, short: String) {
        let result = text.shortened(toBytes: limit)

        #expect(result == short)
        #expect(result.utf8.count <= limit)
    }
}
