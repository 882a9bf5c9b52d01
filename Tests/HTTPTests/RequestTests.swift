import HTTP
import Testing

@Suite struct RequestTests {
    @Test func aRequestCanBeMadeHere() {
        let request = Request(
            method: .post, target: "/e?x=1", fields: ["Content-Type": "application/json"], body: Array("{}".utf8))

        #expect(request.method == .post)
        #expect(request.path == "/e")
        #expect(request.query["x"] == "1")
        #expect(request.mediaType?.isJSON == true)
        #expect(request.body == Array("{}".utf8))
        #expect(request.fields["Content-Length"] == "2")
        #expect(request.remote.isLoopback)
        #expect(request.withPath { Array($0) } == Array("/e".utf8))
    }

    @Test func aFormIsReadLikeAQuery() {
        let request = Request(method: .post, target: "/", body: Array("country=GB&msisdn=%2B4477".utf8))

        #expect(request.form["country"] == "GB")
        #expect(request.form["msisdn"] == "+4477")
    }

    @Test(arguments: [
        ("application/x-www-form-urlencoded", true), ("Application/X-WWW-Form-Urlencoded ; charset=utf-8", true),
        ("application/json", false), ("application/x-www-form-urlencoded-not", false), ("form", false), ("", false),
    ])
    func tellsAForm(type: String, isForm: Bool) {
        let request = Request(method: .post, target: "/", fields: ["Content-Type": type], body: [1])

        #expect(request.isForm == isForm)
        #expect((request.mediaType?.isForm ?? false) == isForm)
    }

    @Test(arguments: [("gzip", true), ("identity", false), ("br", true)])
    func knowsACodedBody(coding: String, isCoded: Bool) {
        let request = Request(method: .post, target: "/", fields: ["Content-Encoding": coding], body: [1])

        #expect(request.isContentCoded == isCoded)
    }

    @Test(arguments: [
        (PeerAddress(high: 0, low: 0xFFFF_CB00_7109, port: 9), "203.0.113.9:9", false),
        (PeerAddress(high: 0, low: 1, port: 9), "[::1]:9", true),
        (PeerAddress(high: 0x2001_0DB8_0000_0000, low: 7, port: 9), "[2001:db8::7]:9", false),
        (.loopback, "127.0.0.1:0", true),
    ])
    func showsWhoSentIt(peer: PeerAddress, text: String, isLoopback: Bool) {
        #expect(peer.description == text)
        #expect(peer.isLoopback == isLoopback)
    }

    @Test(arguments: [("GET", Method.get), ("get", .other("get")), ("M-SEARCH", .other("M-SEARCH"))])
    func methodsKeepTheirLetterCase(name: String, method: Method) {
        #expect(Method(name) == method)
        #expect(method.name == name)
    }
}
