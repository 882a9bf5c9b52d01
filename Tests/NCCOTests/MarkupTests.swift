import Testing

@testable import NCCO

@Suite struct MarkupTests {
    @Test(arguments: [
        "<speak>a</speak>", "<speak/>", " <speak>a<break time='1s'/>b</speak>\n",
        "<speak>&amp;&lt;&#233;&#xE9;</speak>",
        "<speak><p><s>a</s></p></speak>", #"<speak a="1" b='2>3'>x</speak>"#, "<speak><!-- a < b --></speak>",
        "<speak>é</speak >", "<speak\n>a</speak>",
    ])
    func isWellFormed(text: String) throws {
        #expect(try Markup.elements(of: text).first == "speak")
        #expect(Markup.isOneElement(text))
    }

    @Test(arguments: [
        "<speak>", "<speak>a</speak", "</speak>", "<speak></p></speak>", "<speak><p></speak></p>",
        "<speak>a & b</speak>",
        "<speak>&nope;</speak>", "<speak>&#xD800;</speak>", "<speak a=1>x</speak>", "<speak a>x</speak>",
        "<speak a='1' a='2'>x</speak>", "<speak a='1'b='2'>x</speak>", "<speak a='<'>x</speak>", "<speak>a < b</speak>",
        "<speak><!-- a</speak>", "<speak><1></1></speak>", "<speak a='1>x</speak>", "<speak>&amp</speak>",
    ])
    func isNotWellFormed(text: String) {
        #expect(throws: MarkupFault.self) { try Markup.elements(of: text) }
    }

    @Test(arguments: ["a", "a < b > c", "1<2 and 3>2", "<3", "a <", "a > b", "Tom & Jerry", "", "<>", "< a >"])
    func isPlainText(text: String) {
        #expect(!Markup.isMeant(text))
    }

    @Test(arguments: ["<b>a</b>", "a<break/>", "</speak>", "<speak>a</speak>"])
    func hasTags(text: String) {
        #expect(Markup.isMeant(text))
    }

    @Test(arguments: ["a<speak>b</speak>", "<speak>a</speak>b", "<speak>a</speak><speak>b</speak>", "&amp;<speak/>"])
    func isMoreThanOneElement(text: String) {
        #expect(!Markup.isOneElement(text))
    }
}
