import Crypto
import EventLoop
import HTTP
import TestSupport
import Testing

@testable import HTTPServer

/// What comes to a port that speaks TLS and is no TLS, or not ours. None of it may hurt the next client.
@Suite(.ownThread, .bounded) struct BadHandshakeTests {
    private static func hello(_ change: (inout ClientHello) -> Void = { _ in }) -> [UInt8] {
        var hello = ClientHello()
        change(&hello)
        return hello.record
    }

    private static let cases: [(name: String, bytes: [UInt8])] = [
        ("nothing", []),
        ("garbage", (0..<600).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }),
        ("zeros", [UInt8](repeating: 0, count: 70_000)),
        ("one byte", [22]),
        ("a hello cut short", Array(hello().prefix(60))),
        ("a huge record", [22, 3, 1, 0xFF, 0xFF] + [UInt8](repeating: 1, count: 65_535)),
        ("a hello that claims 16 MB", [22, 3, 1, 0, 4, 1, 0xFF, 0xFF, 0xFF]),
        ("empty records", (0..<200).flatMap { _ in ClientHello.record(22, []) }),
        ("a fatal alert", ClientHello.record(21, [2, 40])),
        ("warnings", (0..<200).flatMap { _ in ClientHello.record(21, [1, 90]) }),
        ("a heartbeat", ClientHello.record(24, [1, 0x40, 0])),
        ("a heartbeat behind a hello", hello() + ClientHello.record(24, [1, 0x40, 0])),
        ("data before a handshake", ClientHello.record(23, Array("GET / HTTP/1.1\r\n\r\n".utf8))),
        ("a change of ciphers first", ClientHello.record(20, [1])),
        ("an unknown record", ClientHello.record(99, [1, 2, 3])),
        ("a server's hello", ClientHello.record(22, [2] + ClientHello().message.dropFirst())),
        ("a finished message first", ClientHello.record(22, [20, 0, 0, 12] + [UInt8](repeating: 5, count: 12))),
        ("SSL 2", [0x80, 0x2E, 1, 0, 2, 0, 0x15, 0, 0, 0, 0x10] + [UInt8](repeating: 3, count: 37)),
        ("SSL 3", hello { ($0.recordVersion, $0.version, $0.extensions) = (0x0300, 0x0300, []) }),
        ("no shared cipher", hello { $0.ciphers = [0x002F, 0x0005] }),
        ("no cipher", hello { $0.ciphers = [] }),
        ("a session id too long", hello { $0.session = [UInt8](repeating: 1, count: 33) }),
        ("no null compression", hello { $0.compressions = [1] }),
        ("an extension twice", hello { $0.extensions.append($0.extensions[0]) }),
        ("an empty ALPN list", hello { $0.extensions.append((16, [0, 0])) }),
        ("an ALPN name of no length", hello { $0.extensions.append((16, [0, 1, 0])) }),
        ("a broken server name", hello { $0.extensions.append((0, [0xFF, 0xFF, 0])) }),
        (
            "TLS 1.3 with a broken share",
            hello {
                $0.ciphers = [0x1301]
                $0.extensions += [(43, [2, 3, 4]), (51, [0, 6, 0, 0x1D, 0, 2, 1, 1])]
            }
        ),
        (
            "TLS 1.3 without a share of ours",
            hello {
                $0.ciphers = [0x1301]
                $0.extensions[0] = (10, [0, 2, 0, 0x1E])
                $0.extensions += [(43, [2, 3, 4]), (51, [0, 0])]
            }
        ),
        ("a hello twice", hello() + hello()),
        ("garbage behind a hello", hello() + [UInt8](repeating: 0xAA, count: 3000)),
        ("a proxy's request", Array("CONNECT h:443 HTTP/1.1\r\nHost: h:443\r\n\r\n".utf8)),
        ("another protocol", Array("SSH-2.0-OpenSSH_9.2\r\n".utf8)),
    ]

    @Test(arguments: cases.indices) func isSurvived(index: Int) async throws {
        let test = try TestServer(tls: TestTLS.server())
        let good = try test.client(tls: TestTLS.client())
        _ = try good.get("/hello")

        let bad = try test.client()
        // The server may have seen enough and closed before all of it is sent.
        try? bad.send(Self.cases[index].bytes)
        bad.finish()
        _ = bad.rest()

        #expect(try good.get("/hello").body == "hello", "\(Self.cases[index].name)")
        #expect(try test.client(tls: TestTLS.client()).get("/hello").body == "hello")
        #expect(test.server.counters.handshakes == 2)
        #expect(await eventually { test.server.counters.connectionsOpen <= 2 })
        await test.stop()
    }

    @Test func aResetInTheMiddleIsSurvived() async throws {
        let test = try TestServer(tls: TestTLS.server())
        for count in [0, 5, 60, ClientHello().record.count] {
            let client = try test.client()
            try client.send(Array(ClientHello().record.prefix(count)))
            client.reset()
        }

        #expect(try test.client(tls: TestTLS.client()).get("/hello").body == "hello")
        #expect(await eventually { test.server.counters.connectionsOpen == 0 })
        await test.stop()
    }

    @Test(arguments: ["GET /hello", "POST /echo", "HEAD /hello"])
    func plainHTTPIsToldSo(start: String) async throws {
        let test = try TestServer(tls: TestTLS.server())
        let client = try test.client()

        try client.send("\(start) HTTP/1.1\r\nHost: h\r\n\r\n")

        let answer = try client.answer()
        #expect(answer.status == 400)
        #expect(answer.fields["Connection"] == "close")
        #expect(answer.body.contains("HTTPS"))
        #expect(client.isClosed())
        #expect(test.server.counters.handshakesFailed == 1)
        await test.stop()
    }
}
