import HTTP
import HTTPServer
import Logging
import Telephony
import Testing

@testable import App

struct ServeSettingsTests {
    private func serve(
        _ environment: [String: String] = [:], _ options: [String: [String]] = [:], in bench: Bench? = nil
    ) throws -> ServeSettings {
        let bench = bench ?? Bench()
        let surroundings = Surroundings(
            environment: environment, folder: bench.folder, terminal: bench.surroundings.terminal,
            clock: bench.surroundings.clock)
        return try ServeSettings(arguments: Arguments(options: options), surroundings: surroundings)
    }

    @Test func defaultsServeOnLoopback() throws {
        let bench = Bench()

        let settings = try serve(in: bench)

        #expect(settings.data == .folder(bench.folder + "/hookline-data"))
        #expect(settings.listen == [ListenAddress(host: "127.0.0.1", port: 8080)])
        #expect(settings.requiresSignedWebhooks == nil)
        #expect(settings.records && settings.hasFictionalInventory && !settings.simulates)
        #expect(settings.ringTimeout == .seconds(60))
        #expect(settings.apnsProduction == "https://api.push.apple.com")
        #expect(settings.keyPair == nil && settings.allowsPrivateTargets == nil)
        #expect(settings.logLevel == .info)
    }

    @Test func readsWhatItIsTold() throws {
        let settings = try serve(
            [
                "HOOKLINE_DATA": ":memory:", "HOOKLINE_API_KEY": "k", "HOOKLINE_API_SECRET": "s",
                "HOOKLINE_SIGNATURE_SECRETS": #"{"a":"1","b":["2","3"]}"#, "HOOKLINE_SIGNED_WEBHOOKS": "required",
                "HOOKLINE_INVENTORY": "none", "HOOKLINE_SIMULATE": "1", "HOOKLINE_PUBLIC_URL": "https://h.example/",
            ], ["listen": ["127.0.0.1:1", "localhost:2"], "allow-private-targets": [""]])

        #expect(settings.data == .memory)
        #expect(settings.listen.map(\.description) == ["127.0.0.1:1", "localhost:2"])
        #expect(try serve(["HOOKLINE_LISTEN": "127.0.0.1:1, [::1]:2"]).listen.map(\.port) == [1, 2])
        #expect(settings.keyPair?.key == "k")
        #expect(settings.keyPair?.secret.reveal() == "s")
        #expect(settings.signatureSecrets.mapValues { $0.map { $0.reveal() } } == ["a": ["1"], "b": ["2", "3"]])
        #expect(settings.requiresSignedWebhooks == true)
        #expect(!settings.hasFictionalInventory && settings.simulates)
        #expect(settings.publicURL == "https://h.example")
        #expect(settings.allowsPrivateTargets == true)
    }

    @Test func limitsAreThoseOfTheServerUnlessTold() throws {
        #expect(try serve().limits == Limits())

        let limits = try serve([
            "HOOKLINE_MAX_HEADER_BYTES": "2048", "HOOKLINE_MAX_HEADERS": "10", "HOOKLINE_MAX_TARGET_BYTES": "300",
            "HOOKLINE_MAX_BODY_BYTES": "4096", "HOOKLINE_HEADER_TIMEOUT": "2.5", "HOOKLINE_BODY_RATE": "10",
            "HOOKLINE_IDLE_TIMEOUT": "3", "HOOKLINE_WRITE_TIMEOUT": "4", "HOOKLINE_MAX_CONNECTIONS": "5",
            "HOOKLINE_MAX_CONNECTIONS_PER_ADDRESS": "1",
        ]).limits

        #expect(limits.request.head == 2048 && limits.request.fields == 10)
        #expect(limits.request.target == 300 && limits.request.body == 4096)
        #expect(limits.head == .milliseconds(2500) && limits.bodyGrace == .milliseconds(2500))
        #expect(limits.bodyRate == 10)
        #expect(limits.idle == .seconds(3) && limits.write == .seconds(4))
        #expect(limits.connections == 5 && limits.connectionsPerAddress == 1)
    }

    @Test func theSecretOfAFileHasNoLineEnd() throws {
        let bench = Bench()
        let path = try bench.write("file-secret \r\n", to: "secret")

        let settings = try serve(["HOOKLINE_SIGNATURE_SECRET_FILE": path])

        #expect(settings.signatureSecret?.reveal() == "file-secret ")
    }

    @Test(arguments: [
        (["HOOKLINE_API_KEY": "k"], "HOOKLINE_API_KEY is set, but HOOKLINE_API_SECRET is not"),
        (["HOOKLINE_API_SECRET": "s"], "HOOKLINE_API_SECRET is set, but HOOKLINE_API_KEY is not"),
        (
            ["HOOKLINE_SIGNATURE_SECRET": "s", "HOOKLINE_SIGNATURE_SECRET_FILE": "/f"],
            "signature_secret and signature_secret_file are both set"
        ),
    ])
    func refusesHalves(environment: [String: String], message: String) {
        let error = #expect(throws: Failure.self) { try serve(environment) }
        #expect(error?.message == message)
        #expect(error?.code == .usage)
    }

    @Test func readsTheFileOfTheDataFolder() throws {
        let bench = Bench()
        try Files.makeFolder(bench.folder + "/hookline-data")
        try bench.write(#"{"ring_timeout": 7}"#, to: "hookline-data/config.json")

        #expect(try serve(in: bench).ringTimeout == .seconds(7))
    }

    @Test func aNamedFileMustBeThere() {
        let error = #expect(throws: Failure.self) { try serve([:], ["config": ["/nowhere.json"]]) }
        #expect(error?.message == "cannot read /nowhere.json: No such file or directory")
    }

    @Test func httpsIsAloneUnlessHTTPIsAskedFor() throws {
        let tls = ["tls-listen": ["127.0.0.1:8443", "[::1]:8443"], "tls-cert": ["c.pem"], "tls-key": ["/k.pem"]]
        let bench = Bench()

        let alone = try serve([:], tls, in: bench)
        let both = try serve(["HOOKLINE_LISTEN": "127.0.0.1:8080"], tls)

        #expect(alone.listen.isEmpty)
        #expect(alone.tlsListen.map(\.description) == ["127.0.0.1:8443", "[::1]:8443"])
        #expect(alone.tlsFiles == TLSFiles(certificate: bench.folder + "/c.pem", key: "/k.pem", clientCA: nil))
        #expect(both.listen.map(\.port) == [8080])
    }

    @Test(arguments: [
        ["tls-listen": ["127.0.0.1:1"]], ["tls-listen": ["127.0.0.1:1"], "tls-cert": ["c"]], ["tls-cert": ["c"]],
        ["tls-key": ["k"]], ["tls-client-ca": ["a"]], ["tls-listen": ["8443"], "tls-cert": ["c"], "tls-key": ["k"]],
    ])
    func halfOfHTTPSIsRefused(options: [String: [String]]) {
        #expect(throws: Failure.self) { try serve([:], options) }
    }

    @Test func trustedProxiesAreAddressesAndBlocks() throws {
        let settings = try serve(["HOOKLINE_TRUSTED_PROXIES": "10.0.0.0/8, ::1,unix"])

        #expect(settings.trustedProxies?.contains(PeerAddress(high: 0, low: 1, port: 0)) == true)
        #expect(settings.trustedProxies?.contains(.loopback) == false)
        #expect(try serve().trustedProxies == nil)
        #expect(throws: Failure.self) { try serve(["HOOKLINE_TRUSTED_PROXIES": "proxy.example"]) }
    }
}
