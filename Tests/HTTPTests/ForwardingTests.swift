import Testing

@testable import HTTP

/// Who is believed about where a request comes from.
struct ForwardingTests {
    private static let proxies = TrustedProxies(["10.0.0.0/8", "fd00::/8", "192.0.2.7", "unix"])

    /// A request from `peer` with these fields, as a server with the trusted proxies above takes it.
    private func request(_ fields: Fields, from peer: String = "10.0.0.1") throws -> Request {
        let remote = peer.isEmpty ? PeerAddress(high: 0, low: 0, port: 0) : try #require(PeerAddress(numeric: peer))
        let proxies = try #require(Self.proxies)
        return Request(target: "/", fields: fields, remote: remote, proxies: proxies.contains(remote) ? proxies : nil)
    }

    @Test(arguments: [
        // What the nearest proxy saw.
        ("203.0.113.9", "203.0.113.9"), ("203.0.113.9:4711", "203.0.113.9"), ("2001:db8::1", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"), ("[2001:db8::1]:4711", "2001:db8::1"),
        // Past proxies that are trusted, from right to left, and no further.
        ("203.0.113.9, 10.1.2.3", "203.0.113.9"), ("203.0.113.9, fd00::5, 192.0.2.7", "203.0.113.9"),
        ("198.51.100.1, 203.0.113.9, 10.1.2.3", "203.0.113.9"),
        // What a client made up stands to the left of what was seen.
        ("127.0.0.1, 203.0.113.9", "203.0.113.9"), ("10.9.9.9, 203.0.113.9", "203.0.113.9"),
        ("nonsense, 203.0.113.9", "203.0.113.9"), (",,, 203.0.113.9", "203.0.113.9"),
        // Trusted all the way: the first of them.
        ("10.1.1.1, 10.2.2.2", "10.1.1.1"),
        // Whom nobody can name is not looked behind.
        ("203.0.113.9, unknown", "10.0.0.1"), ("203.0.113.9, _hidden, 10.1.1.1", "10.1.1.1"),
        ("203.0.113.9, 1.2.3", "10.0.0.1"), ("203.0.113.9, 300.1.1.1", "10.0.0.1"), ("", "10.0.0.1"),
        ("203.0.113.9, [203.0.113.8]", "10.0.0.1"), ("203.0.113.9, [::1", "10.0.0.1"),
    ])
    func findsTheClient(list: String, client: String) throws {
        let request = try request(["X-Forwarded-For": list])

        #expect(request.client.host == client)
        #expect(request.remote.host == "10.0.0.1")
    }

    @Test func severalLinesAreOneList() throws {
        var fields: Fields = [:]
        fields.append("X-Forwarded-For", "203.0.113.9")
        fields.append("X-Forwarded-For", "10.1.2.3")

        #expect(try request(fields).client.host == "203.0.113.9")
    }

    @Test(arguments: [
        ("for=203.0.113.9;proto=https;host=calls.example", "203.0.113.9", true, "calls.example"),
        ("For=\"[2001:db8::1]:4711\"; Proto=HTTPS", "2001:db8::1", true, "localhost"),
        ("for=203.0.113.9;proto=http, for=10.1.1.1;proto=https", "203.0.113.9", false, "localhost"),
        ("proto=https;host=evil.example, for=203.0.113.9", "203.0.113.9", false, "localhost"),
        ("for=198.51.100.1;proto=https, for=203.0.113.9:80", "203.0.113.9", false, "localhost"),
        ("for=unknown;proto=https", "10.0.0.1", true, "localhost"),
        ("for=\"_x\";by=10.0.0.1;secret=1;proto=https", "10.0.0.1", true, "localhost"),
        ("for=203.0.113.9;host=\"calls.example:8443\"", "203.0.113.9", false, "calls.example:8443"),
        ("for=203.0.113.9;host=\"a b\"", "203.0.113.9", false, "localhost"),
        // Not the grammar: nothing of it is believed.
        ("for=\"203.0.113.9", "10.0.0.1", false, "localhost"),
        ("for=1.2.3.4;for=5.6.7.8", "10.0.0.1", false, "localhost"),
        ("for", "10.0.0.1", false, "localhost"), ("for=203.0.113.9 proto=https", "10.0.0.1", false, "localhost"),
    ])
    func readsForwarded(value: String, client: String, isSecure: Bool, host: String) throws {
        let request = try request(["Forwarded": value])

        #expect(request.client.host == client)
        #expect(request.isSecure == isSecure)
        #expect(request.authority == host)
    }

    @Test(arguments: [
        ("203.0.113.9", "https", "calls.example", true, "calls.example"),
        ("203.0.113.9", "http", "", false, "localhost"),
        ("203.0.113.9, 10.1.1.1", "https, http", "a.example, b.example", true, "a.example"),
        ("1.1.1.1, 203.0.113.9", "https, http", "", false, "localhost"),
        ("203.0.113.9, 10.1.1.1", "https", "", true, "localhost"), ("", "https", "", true, "localhost"),
        ("203.0.113.9", "gopher", "a/b", false, "localhost"), ("203.0.113.9", "https", "a@b", true, "localhost"),
    ])
    func readsSchemeAndHost(list: String, proto: String, host: String, isSecure: Bool, authority: String) throws {
        let request = try request([
            "X-Forwarded-For": list, "X-Forwarded-Proto": proto, "X-Forwarded-Host": host,
        ])

        #expect(request.isSecure == isSecure)
        #expect(request.authority == authority)
    }

    @Test func nobodyElseIsBelieved() throws {
        let request = try request(
            [
                "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example",
                "Forwarded": "for=203.0.113.9;proto=https;host=evil.example",
            ], from: "198.51.100.1")

        #expect(request.client.host == "198.51.100.1")
        #expect(!request.isSecure)
        #expect(request.authority == "localhost")
    }

    /// A proxy that writes one kind may pass on the other as its client made it up.
    @Test func twoThatDisagreeAreNotBelieved() throws {
        let forged = try request(["X-Forwarded-For": "203.0.113.9", "Forwarded": "for=127.0.0.1;proto=https"])
        let agreed = try request(["X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9;proto=https"])

        #expect(forged.client.host == "10.0.0.1")
        #expect(!forged.isSecure)
        #expect(agreed.client.host == "203.0.113.9")
        #expect(agreed.isSecure)
    }

    @Test func aPeerOverAUnixSocketIsAWordOfItsOwn() throws {
        let request = try request(["X-Forwarded-For": "203.0.113.9"], from: "")
        let everyone = try #require(TrustedProxies(["::/0", "0.0.0.0/0"]))

        #expect(request.client.host == "203.0.113.9")
        #expect(!everyone.contains(request.remote))
    }

    @Test func aLongListIsNotWalkedToItsEnd() throws {
        let list = (["203.0.113.9"] + Array(repeating: "10.1.1.1", count: 500)).joined(separator: ",")

        #expect(try request(["X-Forwarded-For": list]).client.host == "10.1.1.1")
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.1.2", "11.0.0.0"), ("192.0.2.7", "192.0.2.7", "192.0.2.8"),
        ("192.0.2.128/25", "192.0.2.255", "192.0.2.127"), ("0.0.0.0/0", "203.0.113.9", "2001:db8::1"),
        ("2001:db8::/33", "2001:db8:7fff::1", "2001:db8:8000::1"), ("fd00::/8", "fdff::1", "fe00::1"),
        ("2001:db8::1", "2001:db8::1", "2001:db8::2"),
        ("2001:db8::/65", "2001:db8::7fff:0:0:1", "2001:db8::8000:0:0:1"),
        ("::ffff:10.0.0.0/104", "10.1.1.1", "11.0.0.1"),
    ])
    func aBlockHoldsItsAddresses(block: String, within: String, outside: String) throws {
        let range = try #require(AddressRange(block))

        #expect(range.contains(try #require(PeerAddress(numeric: within))))
        #expect(!range.contains(try #require(PeerAddress(numeric: outside))))
    }

    @Test(arguments: [
        "", "x", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0/8", "::/129", "10.0.0.1:80",
    ])
    func refusesWhatIsNoBlock(text: String) {
        #expect(AddressRange(text) == nil)
        #expect(TrustedProxies([text]) == nil)
    }
}
