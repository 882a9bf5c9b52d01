import EventLoop
import Glibc
import Testing

@Suite struct SocketAddressTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1:80", true), ("127.9.8.7", "127.9.8.7:80", true), ("0.0.0.0", "0.0.0.0:80", false),
        ("203.0.113.9", "203.0.113.9:80", false), ("::1", "[::1]:80", true), ("2001:db8::7", "[2001:db8::7]:80", false),
    ])
    func readsAndShowsNumbers(host: String, shown: String, isLoopback: Bool) throws {
        let address = try #require(SocketAddress(numeric: host, port: 80))

        #expect(address.description == shown)
        #expect(address.host == host)
        #expect(address.isLoopback == isLoopback)
    }

    @Test(arguments: ["localhost", "", "1.2.3", "[::1]", "127.0.0.1 "])
    func refusesNames(host: String) {
        #expect(SocketAddress(numeric: host, port: 80) == nil)
    }

    @Test(arguments: ["127.0.0.1", "::1"])
    func survivesTheSystemsForm(host: String) throws {
        let address = try #require(SocketAddress(numeric: host, port: 8443))

        let back = address.withSockaddr { given, length in
            SocketAddress { filled, _ in
                memcpy(filled, given, Int(length))
                return true
            }
        }

        #expect(back == address)
    }

    @Test func anErrorNamesTheCallAndTheAddress() throws {
        let address = SocketAddress(ipv4: (127, 0, 0, 1), port: 0)
        let first = try Kernel.streamSocket(family: AF_INET)
        let second = try Kernel.streamSocket(family: AF_INET)
        defer { [first, second].forEach(Kernel.close) }
        try Kernel.bind(first, to: address)
        let taken = try Kernel.localAddress(first)

        let error = #expect(throws: SystemError.self) { try Kernel.bind(second, to: taken) }

        #expect(error == SystemError(call: "bind \(taken)", code: EADDRINUSE))
        #expect(error?.description == "bind 127.0.0.1:\(taken.port): Address already in use (\(EADDRINUSE))")
    }
}
