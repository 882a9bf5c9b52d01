import JSON
import Testing

@testable import App

struct NCCOCheckCommandTests {
    @Test func aGoodOneIsFine() throws {
        let bench = Bench()
        try bench.write(#"[{"action":"talk","text":"Hello."}]"#, to: "a.json")

        #expect(bench.run("ncco", "check", "a.json") == .success)

        #expect(bench.results == "a.json is fine\n")
    }

    @Test func aBadOneIsToldWithRuleAndPlace() throws {
        let bench = Bench(input: #"[{"action":"connect"}]"#)

        #expect(bench.run("ncco", "check", "-") == .refused)

        #expect(bench.results.contains("N004"))
    }

    @Test func findingsAreJSONWhenJSONIsWanted() throws {
        let bench = Bench(input: "{")

        #expect(bench.run("ncco", "check", "--json") == .refused)

        let result = try JSONValue.parse(bench.results)
        #expect(result["valid"] == false)
        #expect(result["findings"]?[0]?["rule"] == "N001")
        #expect(result["findings"]?[0]?["severity"] == "error")
    }

    @Test func aFileThatCannotBeOpenedIsAnotherMatter() {
        let bench = Bench()

        #expect(bench.run("ncco", "check", "nowhere.json") == .usage)

        #expect(bench.remarks.contains("nowhere.json: No such file"))
    }
}
