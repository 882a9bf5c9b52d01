import API
import Testing

/// With `tls_client_ca`, webhooks that come without a certificate are refused; other requests need none.
@Suite struct ClientCertificateTests {
    @Test(arguments: ["answer", "fallback", "event", "rtc"]) func aWebhookWithoutOneIsRefused(kind: String) async throws
    {
        try await withAPI(TestAPI { $0.webhooksNeedCertificate = true }) { api in
            let path = "/webhooks/\(kind)?to=\(TestAPI.number)&uuid=aaaaaaaa-0000-4000-8000-000000000003"

            let reply = try await api.get(path)

            #expect(reply.status == 403)
            #expect(reply.json?["code"]?.string == "client_certificate_required")
            #expect(api.ringer.rung.isEmpty)
        }
    }

    @Test func othersNeedNone() async throws {
        try await withAPI(TestAPI { $0.webhooksNeedCertificate = true }) { api in
            let reply = try await api.get("/healthz")

            #expect(reply.status == 200)
        }
    }
}
