import Crypto
import EventLoop
import HTTP2
import JWT
import Synchronization
import Telephony
import Testing

@testable import Simulator

/// A push provider with a signing key that the gateway knows.
final class PushSender: Sendable {
    private let thread: LoopThread
    private let endpoint: Endpoint
    private let tls: TLSContext
    private let token: String
    private let connection = Mutex<HTTP2Connection?>(nil)

    init(to gateway: APNsGateway) throws {
        let key = ECPrivateKey.generate()
        gateway.trust(keyID: "KEY0000001", teamID: "TEAM000001", publicKey: key.publicKey)
        token =
            ProviderToken(
                keyID: "KEY0000001", teamID: "TEAM000001", key: key, issuedAt: WallClock.system.now().seconds
            ).text
        thread = try LoopThread(name: "sender")
        endpoint = try #require(Endpoint(url: gateway.url))
        tls = try .client(trust: .pem(Array(gateway.authorityPEM.utf8)), protocols: ["h2"])
    }

    /// Sends a VoIP push and waits for the answer.
    func push(to token: String, id: String, payload: [UInt8] = Array("{}".utf8)) async throws -> Message {
        let request = Message(
            fields: [
                HeaderField(":method", "POST"), HeaderField(":scheme", "https"),
                HeaderField(":authority", endpoint.authority), HeaderField(":path", "/3/device/" + token),
                HeaderField("authorization", "bearer " + self.token), HeaderField("apns-id", id),
                HeaderField("apns-topic", "com.example.calls.voip"), HeaderField("apns-push-type", "voip"),
                HeaderField("apns-priority", "10"), HeaderField("apns-expiration", "0"),
            ], body: payload)
        let result = await withCheckedContinuation { continuation in
            whenOpen { connection in
                connection.send(request, timeout: .seconds(30)) { continuation.resume(returning: $0) }
            }
        }
        return try result.get()
    }

    /// How many requests the gateway takes at a time.
    func streamLimit() async -> Int {
        await withCheckedContinuation { continuation in
            whenOpen { continuation.resume(returning: $0.streamLimit) }
        }
    }

    func stop() {
        thread.loop.post { [self] in connection.withLock { $0 }?.close() }
        thread.stop()
        thread.join()
    }

    /// Runs `body` on the loop when the connection is open.
    private func whenOpen(_ body: @escaping @Sendable (HTTP2Connection) -> Void) {
        thread.loop.post { [self] in
            let known = connection.withLock { $0 }
            // The address is one in numbers: connecting cannot fail before it has begun.
            guard let connection = try? known ?? HTTP2Connection(to: endpoint, tls: tls, on: thread.loop) else {
                return
            }
            self.connection.withLock { $0 = connection }
            if connection.state == .open { return body(connection) }
            connection.onChange = { [unowned connection] in
                guard connection.state == .open else { return }
                connection.onChange = nil
                body(connection)
            }
        }
    }
}
