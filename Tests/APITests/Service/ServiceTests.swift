import API
import HTTP
import JSON
import Registry
import Testing

@Suite struct ServiceTests {
    @Test func isAliveWhateverElseIsWrong() async throws {
        try await withAPI(TestAPI(hasBox: false)) { api in
            api.ringer.set(RingerHealth(isOK: false, words: "production gateway: connection refused"))

            let reply = try await api.get("/healthz")

            #expect(reply.status == 200)
            #expect(reply.json == ["status": "ok", "version": "1.2.3"])
        }
    }

    @Test func isReadyWhenAllIsWell() async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await api.get("/readyz")

            #expect(reply.status == 200)
            #expect(reply.json?["status"]?.string == "ready")
        }
    }

    @Test func saysThatTheKeyOfTheSecretsIsMissing() async throws {
        try await withAPI(TestAPI(hasBox: false)) { api in
            let reply = try await api.get("/readyz")

            #expect(reply.status == 503)
            #expect(reply.json?["checks"]?["secrets"]?["status"]?.string == "failing")
            #expect(reply.json?["checks"]?["store"]?["status"]?.string == "ok")
        }
    }

    @Test func saysWhatTheRingerComplainsOf() async throws {
        try await withAPI(TestAPI()) { api in
            api.ringer.set(RingerHealth(isOK: false, words: "production gateway: connection refused"))

            let reply = try await api.get("/readyz")

            #expect(reply.status == 503)
            #expect(
                reply.json?["checks"]?["push"]?["detail"]?.string == "production gateway: connection refused")
        }
    }

    @Test func countsInPrometheusWords() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await api.answer("u1")

            let reply = try await api.get("/metrics", auth: api.adminBasic)

            #expect(reply.status == 200)
            #expect(reply.fields["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
            #expect(reply.text.contains("# TYPE hookline_answers_total counter\nhookline_answers_total 1\n"))
            #expect(reply.text.contains("\nhookline_info{version=\"1.2.3\"} 1\n"))
            #expect(reply.text.contains("\nhookline_users 2\n"))
        }
    }
}
