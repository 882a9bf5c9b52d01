import JSON
import TestSupport
import Testing

@testable import App

/// `hookline flows …`: what it sends and what it says.
@Suite(.timeLimit(.minutes(1)))
struct FlowCommandTests {
    private static let flow = #"[{"action":"talk","text":"Hi {{from}}."}]"#

    private func talk(_ answer: String, prompts: [String] = []) throws -> (server: StubServer, bench: Bench) {
        let server = try StubServer { _ in
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(answer.utf8.count)\r\n\r\n\(answer)"
        }
        let settings = ["HOOKLINE_URL": server.url, "HOOKLINE_API_KEY": "k", "HOOKLINE_API_SECRET": "s"]
        return (server, Bench(settings, answers: prompts, server: server))
    }

    @Test func putSendsTheFileAsItIs() throws {
        let (server, bench) = try talk(
            #"{"name":"ivr","revision":4,"changed":true,"warnings":[{"pointer":"/0/x","message":"no option"}]}"#)
        try bench.write(Self.flow + "\n", to: "ivr.json")

        let code = bench.run("flows", "put", "ivr.json", "ivr.json", "--revision", "3", "--dry-run")

        #expect(code == .success, "\(bench.remarks)")
        let request = try #require(server.requests.first)
        #expect(request.hasPrefix("PUT /admin/v1/flows/ivr?dry_run=true HTTP/1.1\r\n"))
        #expect(request.contains("\r\nIf-Match: \"3\"\r\n"))
        #expect(request.hasSuffix("\r\n\r\n" + Self.flow + "\n"))
        #expect(bench.results == "Flow ivr stored: revision 4\n")
        #expect(bench.remarks.contains("warning: /0/x: no option"))
    }

    @Test func putOfANewOneOnly() throws {
        let (server, bench) = try talk(#"{"name":"ivr","revision":1,"changed":true,"dry_run":true}"#)
        try bench.write(Self.flow, to: "ivr.json")

        _ = bench.run("flows", "put", "ivr", "ivr.json", "--revision", "0")

        #expect(server.requests.first?.contains("\r\nIf-None-Match: *\r\n") == true)
        #expect(bench.results == "Flow ivr would be stored: revision 1\n")
    }

    @Test func deleteAsksFirst() throws {
        let (server, bench) = try talk(#"{"deleted":true}"#, prompts: ["n"])

        #expect(bench.run("flows", "delete", "ivr") == .refused)
        #expect(server.requests.isEmpty)
        #expect(bench.run("flows", "delete", "ivr", "--yes", "--force") == .success)
        #expect(server.requests.first?.hasPrefix("DELETE /admin/v1/flows/ivr?force=true ") == true)
    }

    @Test func showPrintsTheTextForPut() throws {
        let (_, bench) = try talk(#"{"name":"ivr","text":"[\n]\n"}"#)

        #expect(bench.run("flows", "show", "ivr") == .success)
        #expect(bench.results == "[\n]\n")
    }

    @Test func listIsATable() throws {
        let (_, bench) = try talk(
            #"{"flows":[{"name":"ivr","source":"stored","revision":2,"created_at":"2026-03-01T09:00:00Z","created_by":"k"},{"name":"fallback","source":"file","revision":null}]}"#
        )

        #expect(bench.run("flows", "list") == .success)
        #expect(
            bench.results == """
                Name      Source  Revision  Stored at             By
                ivr       stored         2  2026-03-01T09:00:00Z  k
                fallback  file

                """)
    }

    @Test func rollbackNamesTheRevision() throws {
        let (server, bench) = try talk(#"{"name":"ivr","revision":5,"changed":true}"#)

        #expect(bench.run("flows", "rollback", "ivr", "--to", "2") == .success)
        #expect(server.requests.first?.hasPrefix("POST /admin/v1/flows/ivr/rollback ") == true)
        #expect(server.requests.first?.hasSuffix(#"{"revision":2}"#) == true)
    }

    @Test func historyIsATable() throws {
        let (_, bench) = try talk(
            #"{"revisions":[{"revision":2,"created_at":"t2","created_by":"k","deleted":true,"bytes":0},{"revision":1,"created_at":"t1","created_by":"k","deleted":false,"bytes":9}]}"#
        )

        #expect(bench.run("flows", "history", "ivr") == .success)
        #expect(bench.results.contains("2  t2         k   deleted\n"), "\(bench.results)")
    }

    @Test(arguments: [
        (flow, ExitCode.success, "flow.json is fine\n"),
        (#"[{"action":"talk","text":"{{form}}"}]"#, .refused, "did you mean “from”?"),
        (#"[{"action":"talk"},{"action":"connect"}]"#, .refused, "flow.json: error N004 at /1/endpoint: "),
        (#"[{"action":"talk","text":"x","colour":1}]"#, .success, "warning N025 at /0/colour"),
    ])
    func checkNeedsNoServer(text: String, code: ExitCode, words: String) throws {
        let bench = Bench()
        try bench.write(text, to: "flow.json")

        #expect(bench.run("flows", "check", "flow.json") == code)
        #expect(bench.results.contains(words), "\(bench.results)")
    }

    @Test(arguments: ["../x", "a b", "", ".x"])
    func oddNamesAreNotSent(name: String) throws {
        let (server, bench) = try talk("{}")

        #expect(bench.run("flows", "show", name) == .usage)
        #expect(server.requests.isEmpty)
    }

    @Test func linkingANumberToAFlowNamesNothingElse() throws {
        let (server, bench) = try talk(#"{"msisdn":"447700900001","user":"Alice","flow":"ivr"}"#)

        #expect(bench.run("numbers", "link", "447700900001", "--flow", "ivr") == .success)
        #expect(server.requests.first?.hasSuffix(#"{"flow":"ivr"}"#) == true)
        #expect(bench.results == "Number linked: 447700900001 rings user Alice, with the flow ivr\n")
    }
}
