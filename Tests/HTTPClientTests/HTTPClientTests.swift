import Glibc
import HTTP
import HTTPClient
import TestSupport
import Testing

@Suite(.ownThread, .bounded)
struct HTTPClientTests {
    private static let hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-One: 1\r\nx-one: 2\r\n\r\nhello"

    @Test func sendsWhatItIsGivenAndReadsTheAnswer() throws {
        let server = try StubServer { _ in Self.hello }
        let client = try HTTPClient()
        var request = ClientRequest(.post, server.url + "/a/../b?c=d", body: Array("body".utf8))
        request.fields.append("X-Test", "yes")

        let response = try client.send(request)

        #expect(response.status == 200)
        #expect(response.isSuccess)
        #expect(response.body == Array("hello".utf8))
        #expect(response.fields.all("X-ONE") == ["1", "2"])
        let sent = try #require(server.requests.first)
        #expect(sent.hasPrefix("POST /a/../b?c=d HTTP/1.1\r\n"))
        #expect(sent.hasSuffix("\r\n\r\nbody"))
        #expect(sent.field("x-test") == "yes")
        #expect(sent.field("content-length") == "4")
        #expect(sent.field("expect") == nil)
        #expect(sent.field("content-type") == nil)
        #expect(sent.field("accept") == nil)
    }

    @Test(
        arguments: [
            (Method.get, nil, nil), (.delete, nil, nil), (.post, nil, "0"), (.put, [], "0"), (.post, [], "0"),
            (.other("PURGE"), nil, nil),
        ] as [(Method, [UInt8]?, String?)])
    func sendsALengthOnlyWhereOneIsDue(method: Method, body: [UInt8]?, length: String?) throws {
        let server = try StubServer { _ in Self.hello }

        _ = try HTTPClient().send(ClientRequest(method, server.url, body: body))

        #expect(server.requests.first?.hasPrefix(method.name + " / HTTP/1.1\r\n") == true)
        #expect(server.requests.first?.field("content-length") == length)
    }

    @Test func aHeadHasNoBody() throws {
        let server = try StubServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n" }

        let response = try HTTPClient().send(ClientRequest(.head, server.url, timeout: .seconds(5)))

        #expect(response.body.isEmpty)
        #expect(response.fields["content-length"] == "5")
    }

    @Test func aLargeBodyIsSentWithoutAskingFirst() throws {
        let server = try StubServer { _ in Self.hello }
        let body = [UInt8](repeating: 0x61, count: 3 << 20)

        _ = try HTTPClient().send(ClientRequest(.put, server.url, body: body))

        #expect(server.requests.first?.field("content-length") == "\(body.count)")
        #expect(server.requests.first?.field("expect") == nil)
    }

    @Test func keepsItsConnectionButNotItsOptions() throws {
        let server = try StubServer { _ in Self.hello }
        let client = try HTTPClient()
        var first = ClientRequest(.post, server.url, body: [1, 2, 3])
        first.fields.append("X-Test", "yes")

        _ = try client.send(first)
        _ = try client.send(ClientRequest(.get, server.url))

        #expect(server.connectionCount == 1)
        let second = try #require(server.requests.last)
        #expect(second.hasPrefix("GET / "))
        #expect(second.field("x-test") == nil)
        #expect(second.field("content-length") == nil)
    }

    @Test func doesNotFollowARedirect() throws {
        let server = try StubServer { _ in
            "HTTP/1.1 302 Found\r\nLocation: http://192.0.2.1/\r\nContent-Length: 0\r\n\r\n"
        }

        let response = try HTTPClient().send(ClientRequest(.get, server.url))

        #expect(response.status == 302)
        #expect(response.fields["location"] == "http://192.0.2.1/")
        #expect(server.requests.count == 1)
    }

    @Test func takesTheLastHeadOfSeveral() throws {
        let server = try StubServer { _ in
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + Self.hello
        }

        let response = try HTTPClient().send(ClientRequest(.get, server.url))

        #expect(response.status == 200)
        #expect(response.fields["link"] == nil)
    }

    @Test func passesOverFieldsWithOddNames() throws {
        let server = try StubServer { _ in
            "HTTP/1.1 200 OK\r\nbad name: 1\r\n: 2\r\nGood: 3\r\nContent-Length: 0\r\n\r\n"
        }

        let response = try HTTPClient().send(ClientRequest(.get, server.url))

        #expect(response.fields.map(\.name) == ["Good", "Content-Length"])
    }

    @Test func refusesAnAnswerThatIsTooLong() throws {
        let server = try StubServer { _ in Self.hello }

        #expect(throws: HTTPClientError.tooLarge(limit: 4)) {
            try HTTPClient(limit: 4).send(ClientRequest(.get, server.url))
        }
    }

    @Test func saysThatNobodyListens() throws {
        let port = try SilentPort()

        #expect(throws: HTTPClientError.refused) {
            try HTTPClient().send(ClientRequest(.get, port.url))
        }
    }

    @Test func saysThatThereWasNoAnswerInTime() throws {
        let server = try StubServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhal" }

        #expect(throws: HTTPClientError.timedOut) {
            try HTTPClient().send(ClientRequest(.get, server.url, timeout: .milliseconds(50)))
        }
    }

    @Test func saysThatTheConnectionEndedEarly() throws {
        let server = try StubServer { _ in nil }

        let error = #expect(throws: HTTPClientError.self) {
            try HTTPClient().send(ClientRequest(.get, server.url))
        }

        guard case .cutOff = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// A label longer than any (RFC 1035 §2.3.4), so that no name server is asked: what one says, and when, is not ours.
    @Test func saysThatThereIsNoSuchHost() throws {
        let host = String(repeating: "x", count: 64) + ".invalid"

        #expect(throws: HTTPClientError.cannotResolve(host: host)) {
            try HTTPClient().send(ClientRequest(.get, "http://\(host)/", timeout: .seconds(10)))
        }
    }

    @Test(arguments: ["", "nonsense", "ftp://127.0.0.1/", "file:///etc/passwd", "http://", "/only/a/path"])
    func refusesOtherURLs(url: String) throws {
        #expect(throws: HTTPClientError.badURL(url)) {
            try HTTPClient().send(ClientRequest(.get, url))
        }
    }

    @Test func plainHTTPBehindHTTPSIsATLSError() throws {
        let server = try StubServer { _ in Self.hello }

        let error = #expect(throws: HTTPClientError.self) {
            try HTTPClient().send(ClientRequest(.get, "https://127.0.0.1:\(server.port)/", timeout: .seconds(5)))
        }

        guard case .tls = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// In a process of its own, because other tests read the environment while this one changes it.
    @Test func reachesLoopbackWithoutAProxy() async {
        await #expect(processExitsWith: .success) {
            setenv("http_proxy", "http://127.0.0.1:9", 1)
            let server = try StubServer { _ in Self.hello }

            let response = try HTTPClient().send(ClientRequest(.get, server.url))

            #expect(response.status == 200)
        }
    }
}
