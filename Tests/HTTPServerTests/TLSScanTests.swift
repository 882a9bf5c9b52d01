import Glibc
import HTTP
import TestSupport
import Testing

@testable import HTTPServer

/// The questions that scanners ask: what is agreed to, and what is not.
@Suite(.ownThread, .bounded) struct TLSScanTests {
    /// What the server says to `hello`.
    private func ask(_ hello: ClientHello) async throws -> [UInt8] {
        let test = try TestServer(tls: TestTLS.server())
        let client = try test.client()
        try client.send(hello.record)
        client.finish()
        let answer = client.rest()
        #expect(test.server.counters.handshakes == 0)
        await test.stop()
        return answer
    }

    /// ECDHE with AES-GCM and ChaCha20-Poly1305.
    @Test(arguments: [0xC02B, 0xC02C, 0xCCA9] as [UInt16]) func takesTheCipher(cipher: UInt16) async throws {
        var hello = ClientHello()
        hello.ciphers = [cipher]
        // Deflate may be offered; nothing is to be compressed.
        hello.compressions = [1, 0]

        let chosen = try #require(ServerHello(await ask(hello)))

        #expect((chosen.version, chosen.cipher, chosen.compression) == (0x0303, cipher, 0))
    }

    @Test(arguments: [0x1301, 0x1302, 0x1303] as [UInt16]) func takesTheCipherOfTLS13(cipher: UInt16) async throws {
        var hello = ClientHello()
        hello.ciphers = [cipher]
        let share: [UInt8] = [0, 36, 0, 0x1D, 0, 32] + [UInt8](repeating: 9, count: 32)
        hello.extensions += [(43, [2, 3, 4]), (51, share)]

        let chosen = try #require(ServerHello(await ask(hello)))

        #expect((chosen.version, chosen.cipher) == (0x0304, cipher))
    }

    /// Without forward secrecy, with CBC, RC4, 3DES, CCM, export strength, or without authentication or encryption.
    @Test(
        arguments: [
            0x009C, 0x009D, 0x002F, 0x0035, 0xC009, 0xC00A, 0xC023, 0xC024, 0xC007, 0xC008, 0xC0AC, 0xC0AE, 0x0003,
            0x000A,
            0x0005, 0x0016, 0x009E, 0x009F, 0xC006, 0x0001, 0x0018, 0xC018,
        ] as [UInt16])
    func refusesTheCipher(cipher: UInt16) async throws {
        var hello = ClientHello()
        hello.ciphers = [cipher]

        let answer = try await ask(hello)

        // Alert 40 is `handshake_failure` (RFC 5246 §7.2).
        #expect(answer.first == 21)
        #expect(answer.suffix(2) == [2, 40])
    }

    /// Alert 70 is `protocol_version`; SSL 3 is not told so.
    @Test(arguments: [0x0300, 0x0301, 0x0302] as [UInt16]) func refusesTheVersion(version: UInt16) async throws {
        var hello = ClientHello()
        hello.version = version
        hello.ciphers = [0xC009, 0xC00A, 0xC013, 0xC014, 0x002F, 0x0035]

        let answer = try await ask(hello)

        #expect(answer.first == 21)
        #expect(answer.suffix(2) == [2, version == 0x0300 ? 40 : 70])
    }

    @Test func refusesRenegotiation() async throws {
        let test = try TestServer(tls: TestTLS.server())

        let found = try OpenSSLClient.run(test.port, ["-tls1_2"], input: "R\n", staysOpen: true)

        #expect(found.contains("RENEGOTIATING"))
        #expect(found.contains("no renegotiation"))
        #expect(test.server.counters.handshakes == 1)
        await test.stop()
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"]) func resumesSessions(version: String) async throws {
        let test = try TestServer(tls: TestTLS.server())
        let file = "/tmp/hookline-session-\(getpid())-\(test.port)"
        defer { unlink(file) }
        let request = "GET /hello HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"

        let first = try OpenSSLClient.run(test.port, [version, "-ign_eof", "-sess_out", file], input: request)
        let second = try OpenSSLClient.run(test.port, [version, "-ign_eof", "-sess_in", file], input: request)

        #expect(first.contains("New, "))
        #expect(second.contains("Reused, "))
        #expect(second.contains("HTTP/1.1 200 OK"))
        #expect(test.server.counters.handshakes == 2)
        #expect(test.server.counters.handshakesResumed == 1)
        await test.stop()
    }
}
