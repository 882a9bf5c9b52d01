import Telephony
import Testing

@Suite struct UserNameTests {
    @Test func oneNameHasOneIdentityInEverySpelling() throws {
        let composed = try #require(UserName("Jos\u{E9}"))
        let decomposed = try #require(UserName("Jose\u{301}"))

        #expect(composed == decomposed)
        #expect(Set([composed, decomposed]).count == 1)
        #expect(composed.normalized.utf8.elementsEqual(decomposed.normalized.utf8))
        #expect(!composed.text.utf8.elementsEqual(decomposed.text.utf8))
    }

    @Test func letterCaseTellsNamesApart() {
        #expect(UserName("Anna") != UserName("anna"))
    }

    @Test(arguments: ["Alice", "a/b%2Fc+d&e", "smile-😀", "علي", " Alice ", String(repeating: "x", count: 255)])
    func keepsAnyNameAsItIsSpelt(text: String) {
        #expect(UserName(text)?.text == text)
    }

    @Test(arguments: [
        "", "   ", "\u{A0}", "a\r\nb", "Ali\u{0}ce", "a\u{7F}", "a\u{85}b", "a\u{2028}b", "\u{202E}gnp.exe",
        String(repeating: "x", count: 256), String(repeating: "é", count: 128), String(repeating: "x", count: 5000),
    ])
    func refusesNamesNobodyCanRead(text: String) {
        #expect(UserName(text) == nil)
    }
}
