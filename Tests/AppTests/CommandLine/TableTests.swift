import Testing

@testable import App

struct TableTests {
    @Test func columnsAreAsWideAsTheyNeedToBe() {
        let table = Table(
            [Table.Column("Name"), Table.Column("Cost", isNumeric: true), Table.Column("Note")],
            rows: [["a", "1.25", "x"], ["longer", "10.00", ""]])

        #expect(table.lines() == ["Name     Cost  Note", "a        1.25  x", "longer  10.00"])
    }

    @Test func wideColumnsAreCutUntilTheTableFits() {
        let table = Table("ID", "Name", rows: [["1", String(repeating: "n", count: 40)]])

        let lines = table.lines(width: 20)

        #expect(lines.allSatisfy { $0.count <= 20 })
        #expect(lines[1].hasSuffix("nn…"))
    }

    @Test func nothingIsCutWithoutATerminal() {
        let table = Table("Name", rows: [[String(repeating: "n", count: 400)]])

        #expect(table.lines()[1].count == 400)
    }

    @Test func controlCharactersAreShownNotObeyed() {
        let table = Table("Name", rows: [["a\u{1B}[31m\u{202E}b\n"]])

        #expect(table.lines()[1] == "a\\u{1b}[31m\\u{202e}b\\u{a}")
    }

    @Test func wideCharactersTakeTwoColumns() {
        let table = Table("A", "B", rows: [["日本", "x"], ["ab", "y"]])

        #expect(table.lines() == ["A     B", "日本  x", "ab    y"])
    }

    @Test func coloursAreOnlyForTerminals() {
        #expect(Style(isOn: false).red("x") == "x")
        #expect(Style(isOn: true).red("x") == "\u{1B}[31mx\u{1B}[0m")
    }
}
