import Crypto
import Glibc
import HTTPServer
import Logging
import Synchronization
import Telephony
import TestSupport
import Testing

@testable import App

/// The certificate of HTTPS, from its files to what a client sees.
struct ServedCertificateTests {
    /// Files of a certificate, and what is logged about them at a time that the test sets.
    private final class Stage: Sendable {
        let bench = Bench()
        let lines = Mutex<[String]>([])
        let now = Mutex(Timestamp("2026-03-01T09:00:00Z")!)

        var files: TLSFiles {
            TLSFiles(certificate: bench.folder + "/cert.pem", key: bench.folder + "/key.pem", clientCA: nil)
        }

        func put(_ identity: TLSIdentity) throws {
            try bench.write(identity.certificatePEM, to: "cert.pem")
            try bench.write(identity.key.pem, to: "key.pem")
        }

        func open() throws -> ServedCertificate {
            let sink = LogSink { line in self.lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) } }
            return try ServedCertificate(
                files, clock: WallClock { self.now.withLock { $0 } }, log: Logger(level: .info, sink: sink))
        }

        func count(_ event: String) -> Int { lines.withLock { $0.count { $0.contains(event) } } }
    }

    private static let authority = CertificateAuthority(name: "Test CA", validity: 1_700_000_000..<4_000_000_000)

    @Test func aChangedFileIsReadWithoutBeingAsked() throws {
        let stage = Stage()
        try stage.put(Self.authority.server())
        let served = try stage.open()
        let first = ObjectIdentifier(served.tls.context)
        served.check()
        #expect(ObjectIdentifier(served.tls.context) == first)

        try stage.put(Self.authority.server())
        served.check()

        #expect(ObjectIdentifier(served.tls.context) != first)
        #expect(stage.count("tls.reloaded") == 1)
    }

    @Test func aBadNewPairLeavesTheOldOne() throws {
        let stage = Stage()
        try stage.put(Self.authority.server())
        let served = try stage.open()
        let first = ObjectIdentifier(served.tls.context)

        // The first half of a renewal.
        try stage.bench.write(Self.authority.server().certificatePEM, to: "cert.pem")
        served.check()
        served.check()

        #expect(ObjectIdentifier(served.tls.context) == first)
        #expect(stage.count("tls.reload_failed") == 1)
        #expect(stage.count("does not belong") == 1)

        try stage.put(Self.authority.server())
        served.check()
        #expect(ObjectIdentifier(served.tls.context) != first)
    }

    @Test func aMissingFileLeavesTheOldOne() throws {
        let stage = Stage()
        try stage.put(Self.authority.server())
        let served = try stage.open()
        unlink(stage.files.key)

        served.reload()

        #expect(stage.count("tls.reload_failed") == 1)
    }

    @Test func saysOnceADayThatItEndsSoon() throws {
        let stage = Stage()
        let end = Timestamp("2026-03-10T00:00:00Z")!
        let authority = CertificateAuthority(name: "Brief CA", validity: 1_700_000_000..<end.seconds)
        try stage.put(authority.server())
        let served = try stage.open()

        for _ in 0..<24 {
            served.check()
            stage.now.withLock { $0 = $0.advanced(by: .seconds(3600)) }
        }

        #expect(served.end == end)
        #expect(stage.count("tls.certificate_expires_soon") == 2)
    }

    @Test func anExpiredOneIsServedLoudly() throws {
        let stage = Stage()
        try stage.put(CertificateAuthority(name: "Old CA", validity: 1_500_000_000..<1_600_000_000).server())

        let served = try stage.open()
        served.check()

        #expect(stage.count("tls.certificate_expired") == 1)
    }

    @Test func aKeyThatAllMayReadIsComplainedOf() throws {
        let stage = Stage()
        try stage.put(Self.authority.server())
        chmod(stage.files.key, 0o644)

        _ = try stage.open()

        #expect(stage.count("tls.key_open_to_all") == 1)
    }

    @Test func namesTheFileAndWhatIsWrongWithIt() throws {
        let identity = Self.authority.server()
        let other = Self.authority.server()
        let cases: [(certificate: String?, key: String?, says: String)] = [
            (nil, identity.key.pem, "cert.pem: No such file"),
            (identity.certificatePEM, nil, "key.pem: No such file"),
            (identity.certificatePEM, other.key.pem, "does not belong to the first certificate"),
            (identity.certificatePEM, identity.certificatePEM, "key.pem: this is a certificate; a key is needed"),
            (identity.key.pem, identity.key.pem, "cert.pem: this is a key; a certificate is needed"),
            ("hello", identity.key.pem, "cert.pem: this is not a PEM file"),
            (
                identity.certificatePEM,
                "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n",
                "key.pem: the private key is encrypted"
            ),
        ]
        for (certificate, key, says) in cases {
            let stage = Stage()
            if let certificate { try stage.bench.write(certificate, to: "cert.pem") }
            if let key { try stage.bench.write(key, to: "key.pem") }

            let failure = #expect(throws: Failure.self) { try stage.open() }

            #expect(failure?.message.contains(says) == true, "\(failure?.message ?? "") instead of \(says)")
        }
    }

    @Test(.ownThread) func aServerOnHTTPSAnswersTheCommandLine() async throws {
        let bench = Bench(["HOOKLINE_API_KEY": "a1b2c3d4", "HOOKLINE_API_SECRET": "a-secret-for-tests"])
        let identity = Self.authority.server()
        try bench.write(identity.certificatePEM, to: "cert.pem")
        try bench.write(identity.key.pem, to: "key.pem")
        try bench.write(Self.authority.certificatePEM, to: "ca.pem")
        let arguments = Arguments(options: [
            "data": [":memory:"], "tls-listen": ["127.0.0.1:0"], "tls-cert": ["cert.pem"], "tls-key": ["key.pem"],
        ])
        let settings = try ServeSettings(arguments: arguments, surroundings: bench.surroundings)
        let server = try await RunningServer.start(settings, sink: LogSink { _ in })

        // Without --listen there is nothing but HTTPS.
        #expect(server.urls.count == 1)
        let url = try #require(server.urls.first)
        #expect(url.hasPrefix("https://127.0.0.1:"))
        #expect(bench.run("apps", "list", "--url", url, "--ca", bench.folder + "/ca.pem") == .success)
        #expect(server.canReload)
        await server.stop()
    }
}
