import HTTP
import TestSupport
import Testing

@testable import HTTPServer

@Suite(.ownThread, .bounded) struct ProxyTests {
    private let fields =
        "X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: calls.example\r\n"

    private func server(trusting entries: [String]?, limits: Limits = Limits()) throws -> TestServer {
        try TestServer(limits: limits, proxies: entries.flatMap { TrustedProxies($0) }) {
            $0.on(
                .get, "/who",
                .sync { request, _ in
                    .reply(.text("\(request.client.host) \(request.isSecure) \(request.authority)"))
                })
        }
    }

    @Test(
        arguments: [
            (nil, "127.0.0.1 false h"), (["10.0.0.0/8"], "127.0.0.1 false h"), (["unix"], "127.0.0.1 false h"),
            (["127.0.0.0/8"], "203.0.113.9 true calls.example"),
        ] as [([String]?, String)])
    func onlyTrustedPeersAreBelieved(trusted: [String]?, who: String) async throws {
        let test = try server(trusting: trusted)

        #expect(try test.client().get("/who", fields).body == who)
        await test.stop()
    }

    /// A certificate is shown to us or not at all.
    @Test func aProxyCannotVouchForACertificate() async throws {
        let test = try TestServer(proxies: TrustedProxies(["127.0.0.1"])) {
            $0.on(.get, "/certified", .sync { request, _ in .reply(.text("\(request.isCertified)")) })
        }

        #expect(try test.client().get("/certified", fields + "X-SSL-Client-Verify: SUCCESS\r\n").body == "false")
        await test.stop()
    }

    @Test func theShareOfAnAddressIsNotForProxies() async throws {
        var limits = Limits.patient
        limits.connectionsPerAddress = 1
        let test = try server(trusting: ["127.0.0.1"], limits: limits)
        let first = try test.client()
        let second = try test.client()

        #expect(try first.get("/who").status == 200)
        #expect(try second.get("/who").status == 200)
        await test.stop()
    }
}
