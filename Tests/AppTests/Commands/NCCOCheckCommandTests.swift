import JSON
import TestSupport
import Testing

@testable import App

@Suite struct NCCOCheckCommandTests {
    @Test func aGoodOneIsFine() throws {
        let bench = Bench()
        try bench.write(#"[{"action":"talk","text":"Hello."}]"#, to: "a.json")

        #expect(bench.run("ncco", "check", "a.json") == .success)

        #expect(bench.results == "a.json is fine\n")
    }

    @Test func aBadOneIsToldWithRuleAndPlaceAndMend() throws {
        let bench = Bench()
        try bench.write("[\n  {\"action\": \"record\",\n\t\"timeOut\": 2}\n]\n", to: "a.json")

        #expect(bench.run("ncco", "check", "a.json") == .refused)

        #expect(
            bench.results == """
                a.json:3:13: error N008 at /0/timeOut: “timeOut” is 2, but it is a whole number from 3 to 7200
                  3 |     "timeOut": 2}
                    |                ^
                    = Write a whole number from 3 to 7200.
                a.json: 1 error

                """)
    }

    @Test func standardInputIsReadWithoutAnArgument() {
        let bench = Bench(input: #"[{"action":"connect"}]"#)

        #expect(bench.run("ncco", "check") == .refused)

        #expect(bench.results.contains("-:1:2: error N004 at /0/endpoint"))
    }

    @Test func anEmptyArrayIsWarnedOf() {
        let bench = Bench(input: "[]")

        #expect(bench.run("ncco", "check", "-") == .success)
        #expect(bench.results.contains("warning N031: there are no actions: the call ends at once"))
        #expect(bench.run("ncco", "check", "--strict", "-") == .refused)
    }

    @Test func findingsAreJSONWhenJSONIsWanted() throws {
        let bench = Bench(input: "{")

        #expect(bench.run("ncco", "check", "--json") == .refused)

        let result = try JSONValue.parse(bench.results)
        let finding = try #require(result["findings"]?[0])
        #expect(result["valid"] == false)
        #expect(finding["rule"] == "N001")
        #expect(finding["severity"] == "error")
        #expect(finding["line"] == 1 && finding["column"] == 2)
        #expect(finding["pointer"] == "" && finding["file"] == "-")
        #expect(finding["message"]?.string != nil && finding["fix"]?.string != nil)
    }

    @Test func severalFilesAreToldTogether() throws {
        let bench = Bench()
        try bench.write(#"[{"action":"wait"}]"#, to: "a.json")
        try bench.write(#"[{"action":"talk"}]"#, to: "b.json")

        #expect(bench.run("ncco", "check", "--json", "a.json", "b.json") == .refused)

        let result = try JSONValue.parse(bench.results)
        #expect(result["findings"]?.array?.map { $0["file"] } == ["b.json"])
    }

    @Test func aFileThatCannotBeOpenedIsAnotherMatter() throws {
        let bench = Bench()
        try bench.write(#"[{"action":"wait"}]"#, to: "a.json")

        #expect(bench.run("ncco", "check", "nowhere.json") == .usage)
        #expect(bench.remarks.contains("nowhere.json: No such file"))
        #expect(bench.results == "")
        #expect(bench.run("ncco", "check", "a.json", "nowhere.json") == .usage)
        #expect(bench.results == "a.json is fine\n")
    }

    @Test func annotationsAreOnOneLineEach() throws {
        let bench = Bench()
        try bench.write(#"[{"action":"record","format":"100%\n"}]"#, to: "a,b.json")

        #expect(bench.run("ncco", "check", "--format", "github", "a,b.json") == .refused)

        #expect(
            bench.results
                == "::error file=a%2Cb.json,line=1,col=30,title=N008::“format” is “100%25%0A”, but it is one of “mp3”, "
                + "“wav”, “ogg”. Write one of “mp3”, “wav”, “ogg”.\n")
    }

    @Test func mendsAFileInItsPlaceAndKeepsItsMode() throws {
        let bench = Bench()
        let path = try bench.write(#"[{"action":"Talk","text":"a",}]"#, to: "a.json")
        try Files.replace(path, with: try Files.read(path), mode: 0o644)

        #expect(bench.run("ncco", "check", "--fix", "a.json") == .success)

        #expect(try bench.read("a.json") == #"[{"action":"talk","text":"a"}]"#)
        #expect(Files.mode(path) == 0o644)
        #expect(bench.results == "a.json is fine; 2 mended\n")
    }

    @Test func leavesAFileAloneThatCannotBeMended() throws {
        let bench = Bench()
        try bench.write(#"[{"action":"talk"}]"#, to: "a.json")

        #expect(bench.run("ncco", "check", "--fix", "a.json") == .refused)

        #expect(try bench.read("a.json") == #"[{"action":"talk"}]"#)
    }

    @Test func mendsStandardInputOntoStandardOutput() {
        let bench = Bench(input: #"[{"action":"wait","timeout":"5"},{"action":"talk"}]"#)

        #expect(bench.run("ncco", "check", "--fix", "-") == .refused)

        #expect(bench.results == #"[{"action":"wait","timeout":5},{"action":"talk"}]"#)
        #expect(bench.remarks.contains("N004"))
    }

    @Test func tellsWhatAnSDKWouldRefuse() {
        let bench = Bench(input: #"[{"action":"connect","endpoint":[{"type":"app","user":"a"}]}]"#)

        #expect(bench.run("ncco", "check", "--vendor", "python-sdk") == .success)
        #expect(bench.results.contains("info N039 at /0/from: the Python SDK"))
        #expect(bench.run("ncco", "check", "--vendor", "pyton-sdk") == .usage)
        #expect(bench.remarks.contains("Did you mean `python-sdk`?"))
    }

    @Test func asksAServerAndLooksAtItsMediaType() throws {
        @Sendable func answer(_ type: String, _ body: String, status: String = "200 OK") -> String {
            "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        let server = try StubServer { request in
            if request.hasPrefix("GET /json ") { return answer("application/json", #"[{"action":"wait"}]"#) }
            if request.hasPrefix("GET /html ") { return answer("text/html", #"[{"action":"wait"}]"#) }
            return answer("text/plain", "", status: "404 Not Found")
        }
        let bench = Bench(server: server)

        #expect(bench.run("ncco", "check", server.url + "/json") == .success)
        #expect(bench.run("ncco", "check", server.url + "/html") == .refused)
        #expect(bench.results.contains("N038"))
        #expect(bench.run("ncco", "check", server.url + "/nothing") == .usage)
        #expect(bench.remarks.contains("answers with status 404"))
    }

    @Test func printsASchema() throws {
        let bench = Bench()

        #expect(bench.run("ncco", "schema") == .success)

        let schema = try JSONValue.parse(bench.results)
        #expect(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
        #expect(schema["$defs"]?["connect"]?["properties"]?["timeout"] != nil)
    }
}
