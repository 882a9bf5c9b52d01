import JSON
import Testing

@testable import App

struct OutputTests {
    private func output(_ bench: Bench, _ options: Option...) -> Output {
        Output(
            terminal: bench.surroundings.terminal,
            arguments: Arguments(options: Dictionary(uniqueKeysWithValues: options.map { ($0.name, [""]) })))
    }

    @Test func anEmptyListSaysSo() {
        let bench = Bench()

        output(bench).table(Table("Number"), orElse: "No numbers")

        #expect(bench.results == "No numbers\n")
    }

    @Test func detailsAreAligned() {
        let bench = Bench()

        output(bench).details([("Name", "Demo"), ("Image URL", nil), ("Application ID", "1")])

        #expect(bench.results == "Name:           Demo\nApplication ID: 1\n")
    }

    @Test func failuresAdviseOnStandardError() {
        let bench = Bench()

        output(bench).failure(Failure(.notFound, "there is no user `x`", advice: "first\nsecond"))

        #expect(bench.results.isEmpty)
        #expect(bench.remarks == "hookline: there is no user `x`\n  first\n  second\n")
    }

    @Test func failuresAreJSONWhenJSONIsWanted() throws {
        let bench = Bench()

        #expect(bench.run("apps", "shwo", "--json") == .usage)

        #expect(bench.results.isEmpty)
        let error = try #require(try JSONValue.parse(bench.remarks)["error"])
        #expect(error["code"] == "usage")
        #expect(error["exit"] == 2)
        #expect(error["message"]?.string?.contains("apps shwo") == true)
    }

    @Test func quietLeavesRemarksOut() {
        let bench = Bench()

        output(bench, .quiet).remark("by the way")
        output(bench, .quiet).warning("careful")

        #expect(bench.remarks == "hookline: warning: careful\n")
    }

    @Test func asksOnATerminalOnly() throws {
        #expect(
            throws: Failure(.refused, "Delete it: not confirmed", advice: "Add --yes to do it without being asked.")
        ) {
            try output(Bench()).confirm("Delete it", unless: false)
        }
        try output(Bench()).confirm("Delete it", unless: true)
    }

    @Test(arguments: [("y", true), ("YES", true), ("confirm", true), ("n", false), ("", false)])
    func takesYesForAnAnswer(answer: String, isYes: Bool) throws {
        let bench = Bench(answers: [answer])

        let confirmed = (try? output(bench).confirm("Delete it", unless: false)) != nil

        #expect(confirmed == isYes)
        #expect(bench.remarks == "Delete it? [y/N] ")
    }
}
