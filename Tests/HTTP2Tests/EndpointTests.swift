import Testing

@testable import HTTP2

struct EndpointTests {
    @Test(arguments: [
        ("https://api.push.apple.com", "api.push.apple.com", 443, "api.push.apple.com"),
        ("https://api.push.apple.com:2197/", "api.push.apple.com", 2197, "api.push.apple.com:2197"),
        ("HTTPS://127.0.0.1:8443", "127.0.0.1", 8443, "127.0.0.1:8443"),
        ("https://[::1]:8443", "::1", 8443, "[::1]:8443"),
        ("https://[::1]", "::1", 443, "[::1]"),
    ])
    func readsURL(url: String, host: String, port: UInt16, authority: String) throws {
        let endpoint = try #require(Endpoint(url: url))

        #expect(endpoint == Endpoint(host: host, port: port))
        #expect(endpoint.authority == authority)
    }

    @Test(arguments: [
        "http://a", "a:443", "https://", "https://:1", "https://a:0", "https://a:70000", "https://a/path",
        "https://u@a", "https://[::1", "https://[::1]x",
    ])
    func refusesWhatIsNoHost(url: String) {
        #expect(Endpoint(url: url) == nil)
    }
}
