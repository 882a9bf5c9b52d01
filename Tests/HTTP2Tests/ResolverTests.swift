import EventLoop
import Testing

@testable import HTTP2

struct ResolverTests {
    func resolve(_ host: String) async throws -> Result<[SocketAddress], ResolverError> {
        let thread = try LoopThread(name: "resolver test")
        defer { thread.stop() }
        return await withCheckedContinuation { continuation in
            Resolver.resolve(Endpoint(host: host, port: 443), on: thread.loop) { continuation.resume(returning: $0) }
        }
    }

    @Test(arguments: ["127.0.0.1", "::1"])
    func addressInNumbersIsItself(host: String) async throws {
        #expect(try await resolve(host) == .success([try #require(SocketAddress(numeric: host, port: 443))]))
    }

    @Test func nameIsLookedUp() async throws {
        let addresses = try await resolve("localhost").get()

        #expect(addresses.allSatisfy { $0.isLoopback && $0.port == 443 })
        #expect(!addresses.isEmpty)
    }

    /// A label longer than any (RFC 1035 §2.3.4), so that no name server is asked.
    @Test func nameThatDoesNotExistIsSaidInWords() async throws {
        let host = String(repeating: "x", count: 64) + ".invalid"

        guard case .failure(let error) = try await resolve(host) else {
            Issue.record("found")
            return
        }
        #expect(error.description.hasPrefix("\(host) cannot be found: "))
    }
}
