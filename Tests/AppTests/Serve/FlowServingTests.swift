import HTTPClient
import JSON
import Logging
import Registry
import TestSupport
import Testing

@testable import App

/// Stored flows in a server that comes and goes.
@Suite(.ownThread, .bounded) struct FlowServingTests {
    private let bench = Bench(["HOOKLINE_API_KEY": "a1b2c3d4", "HOOKLINE_API_SECRET": "a-secret-for-tests"])

    private func started(_ more: [String: [String]] = [:]) async throws -> RunningServer {
        let options = ["data": ["data"], "listen": ["127.0.0.1:0"], "loops": ["1"]].merging(more) { $1 }
        let settings = try ServeSettings(arguments: Arguments(options: options), surroundings: bench.surroundings)
        return try await RunningServer.start(settings, sink: LogSink { _ in })
    }

    private func run(_ server: RunningServer, _ words: String...) throws {
        let code = bench.run(words + ["--url", try #require(server.urls.first)])
        try #require(code == .success, "\(words): \(bench.remarks)")
    }

    private func answer(_ server: RunningServer, _ call: String) throws -> JSONValue {
        let url = try #require(server.urls.first) + "/webhooks/answer?to=447700900001&from=447700900123&uuid=" + call
        return try JSONValue.parse(HTTPClient().send(ClientRequest(.get, url, timeout: .seconds(30))).body)
    }

    @Test func whatWasStoredIsServedAfterTheNextStart() async throws {
        try bench.write(#"[{"action":"talk","text":"Stored."}]"#, to: "hello.json")
        var server = try await started()
        try run(server, "apps", "create", "Demo", "--keyfile", "private.key")
        try run(server, "numbers", "add", "447700900001", "--country", "GB", "--app", "Demo")
        try run(server, "flows", "put", "hello", "hello.json")
        try run(server, "numbers", "link", "447700900001", "--flow", "hello")
        #expect(try answer(server, "a")[0]?["text"] == "Stored.")
        // As a later version may see what an earlier one has stored.
        try await server.registry.write { tx in
            _ = try FlowStore(tx).put("hello", #"[{"action":"pay"}]"#, by: "someone")
        }
        await server.stop()

        server = try await started()

        #expect(try answer(server, "b")[0]?["text"] == "Stored.")
        let registry = server.registry
        #expect(
            try await eventually {
                try await registry.read { tx in try ProblemStore(tx).list() }.contains {
                    $0.code == "invalid_stored_flow" && $0.detail.contains("revision 1 is served")
                }
            })
        await server.stop()
    }

    @Test(arguments: [nil, "https://calls.example.org/hooks/"])
    func stepsLeadToWhereTheServerIsReached(publicURL: String?) async throws {
        let server = try await started(publicURL.map { ["public-url": [$0]] } ?? [:])
        try run(server, "apps", "create", "Demo", "--keyfile", "private.key")
        try run(server, "users", "create", "Alice", "--app", "Demo")
        try run(server, "numbers", "add", "447700900001", "--country", "GB", "--app", "Demo")
        try run(server, "numbers", "link", "447700900001", "--user", "Alice", "--app", "Demo")
        try run(server, "numbers", "link", "447700900001", "--flow", "ivr")

        let url = try answer(server, "a")[1]?["eventUrl"]?[0]?.string ?? ""

        let base = publicURL.map { String($0.dropLast()) } ?? server.urls.first ?? ""
        #expect(url.hasPrefix(base + "/apps/"))
        #expect(url.hasSuffix("/webhooks/flow/ivr"))
        await server.stop()
    }
}
