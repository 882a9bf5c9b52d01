/// What RFC 9110 and RFC 9112 ask of a server that reads requests, and how strictly it is done here: one table, read by
/// the tests of the parser and, over sockets, by those of the server.
enum Conformance {
    /// Bytes that are requests.
    struct Accepted: Sendable {
        let rule: String
        let bytes: [UInt8]
        /// `METHOD PATH?QUERY AUTHORITY BODY` of each.
        let requests: [String]

        init(_ rule: String, _ text: String, _ requests: String...) {
            self.rule = rule
            bytes = Conformance.bytes(text)
            self.requests = requests
        }
    }

    /// Bytes that are none, or not surely one.
    struct Refused: Sendable {
        let rule: String
        let bytes: [UInt8]
        let status: Int

        /// - Parameter text: followed by a request that must never be seen.
        init(_ rule: String, _ text: String, _ status: Int = 400) {
            self.rule = rule
            bytes = Conformance.bytes(text + "GET /hidden HTTP/1.1\r\nHost: h\r\n\r\n")
            self.status = status
        }
    }

    /// Every scalar is one byte, so that any byte can be written.
    static func bytes(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

    private static func head(_ fields: String, _ method: String = "POST") -> String {
        "\(method) / HTTP/1.1\r\nHost: h\r\n\(fields)\r\n"
    }

    private static func length(_ fields: String, _ body: String = "{}") -> String { head(fields + "\r\n") + body }

    private static func chunked(_ body: String) -> String { head("Transfer-Encoding: chunked\r\n") + body }

    private static func line(_ line: String) -> String { "\(line)\r\nHost: h\r\n\r\n" }

    private static func host(_ value: String) -> String { "GET / HTTP/1.1\r\nHost: \(value)\r\n\r\n" }

    // MARK: Accepted

    static let accepted: [Accepted] = requestLines + fieldLines + lengths + chunks + sequences

    private static let requestLines: [Accepted] = [
        .init("9112 §3.2.1 a path and a query", line("GET /a?b=c HTTP/1.1"), "GET /a?b=c h "),
        .init("9112 §3.2.1 the first ? begins the query", line("GET /a??b?c HTTP/1.1"), "GET /a??b?c h "),
        .init("9112 §3.2.2 an absolute target's host counts", line("GET http://x:81/a HTTP/1.1"), "GET /a x:81 "),
        .init("9112 §3.2.2 without a path", line("GET http://x?b HTTP/1.1"), "GET /?b x "),
        .init("9110 §4.2.3 schemes in any case", line("GET HTTPS://X/a HTTP/1.1"), "GET /a X "),
        .init("9112 §3.2.2 an address as host", line("GET http://[::1]:8080/a HTTP/1.1"), "GET /a [::1]:8080 "),
        .init("9112 §2.2 empty lines before it", "\r\n\r\n" + line("GET /a HTTP/1.1"), "GET /a h "),
        .init("9112 §2.3 version 1.0 needs no host", "GET /a HTTP/1.0\r\n\r\n", "GET /a  "),
        .init("9110 §9.1 every method that is routed", line("DELETE /a HTTP/1.1"), "DELETE /a h "),
        .init("3986 §2.1 escapes stay in the path", line("GET /a%2Fb?x=%2B HTTP/1.1"), "GET /a%2Fb?x=%2B h "),
        .init("3986 §2.1 a bad escape is a caller's", line("GET /a?x=%zz&y=% HTTP/1.1"), "GET /a?x=%zz&y=% h "),
        .init("a plus, and keys that stand twice", line("GET /a?x=+1&x=2 HTTP/1.1"), "GET /a?x=+1&x=2 h "),
        .init("bytes that are not UTF-8", line("GET /a?x=\u{FF} HTTP/1.1"), "GET /a?x=\u{FFFD} h "),
        .init("dot segments mean nothing", line("GET /../a HTTP/1.1"), "GET /../a h "),
    ]

    private static let fieldLines: [Accepted] = [
        .init("9112 §5.1 no blank after the colon", head("X:1\r\n", "GET"), "GET / h "),
        .init("9112 §5.1 blanks around the value", head("X: \t 1 \t \r\n", "GET"), "GET / h "),
        .init("9110 §5.5 an empty value", head("X:\r\n", "GET"), "GET / h "),
        .init("9110 §5.5 bytes above ASCII", head("X: \u{E9}\u{FF}\r\n", "GET"), "GET / h "),
        .init("9110 §5.6.2 every token character", head("!#$%&'*+-.^_`|~9aZ: 1\r\n", "GET"), "GET / h "),
        .init("9112 §3.2 an empty host", host(""), "GET /  "),
        .init("3986 §3.2.2 a host of any name", host("a-b_c.example%2D"), "GET / a-b_c.example%2D "),
        .init("3986 §3.2.2 an IPv4 address", host("192.0.2.1:8080"), "GET / 192.0.2.1:8080 "),
        .init("3986 §3.2.2 an IPv6 address", host("[2001:db8::192.0.2.1]:1"), "GET / [2001:db8::192.0.2.1]:1 "),
        .init("3986 §3.2.3 an empty port", host("h:"), "GET / h: "),
        .init("3986 §3.2.3 the last port", host("h:65535"), "GET / h:65535 "),
    ]

    private static let lengths: [Accepted] = [
        .init("9112 §6.2 a length", length("Content-Length: 2"), "POST / h {}"),
        .init("9110 §8.6 leading zeros", length("Content-Length: 0002"), "POST / h {}"),
        .init("9110 §5.5 blanks around it", length("Content-Length: \t2\t "), "POST / h {}"),
        .init("9112 §6.2 nothing", length("Content-Length: 0", ""), "POST / h "),
        .init("9112 §6.3 neither length nor coding: no body", length("X: 1", ""), "POST / h "),
        .init("9110 §9.3.1 GET with a body", head("Content-Length: 2\r\n", "GET") + "{}", "GET / h {}"),
        .init("9112 §6.1 codings in any case", length("transfer-encoding:\tCHUNKED ", "0\r\n\r\n"), "POST / h "),
        .init(
            "9110 §10.1.1 an expectation whose body is there", length("Expect: 100-CONTINUE\r\nContent-Length: 2"),
            "POST / h {}"),
    ]

    private static let chunks: [Accepted] = [
        .init("9112 §7.1 chunks", chunked("3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n"), "POST / h abcd"),
        .init(
            "9112 §7.1 digits of both cases", chunked("A\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n"),
            "POST / h 01234567890123456789"),
        .init("9112 §7.1 leading zeros", chunked("0002\r\n{}\r\n000\r\n\r\n"), "POST / h {}"),
        .init("9112 §7.1 line ends are data too", chunked("4\r\n\r\n\r\n\r\n0\r\n\r\n"), "POST / h \r\n\r\n"),
        .init("9112 §7.1.1 extensions", chunked("2;a;b=c;d=\"e\"\r\n{}\r\n0;f\r\n\r\n"), "POST / h {}"),
        .init("9112 §7.1.1 blanks in them", chunked("2 ; a = \"\t\"; b\r\n{}\r\n0\r\n\r\n"), "POST / h {}"),
        .init("9110 §5.6.4 quoted text", chunked("2;a=\"x;y\\\"z\u{FF}\"\r\n{}\r\n0\r\n\r\n"), "POST / h {}"),
        .init("9112 §7.1.2 trailers are dropped", chunked("2\r\n{}\r\n0\r\nA: 1\r\nB:\r\n\r\n"), "POST / h {}"),
    ]

    private static let sequences: [Accepted] = [
        .init(
            "9112 §9.3.2 one after the other",
            line("GET /1 HTTP/1.1") + length("Content-Length: 2") + chunked("1\r\nx\r\n0\r\n\r\n")
                + line("GET /4 HTTP/1.1"), "GET /1 h ", "POST / h {}", "POST / h x", "GET /4 h "),
        .init(
            "9112 §2.2 an empty line after a body", length("Content-Length: 2") + "\r\n" + line("GET /2 HTTP/1.1"),
            "POST / h {}", "GET /2 h "),
        .init(
            "9112 §9.3 version 1.0 that stays",
            "GET /1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n" + line("GET /2 HTTP/1.1"), "GET /1  ", "GET /2 h "),
        .init(
            "a body is no request", length("Content-Length: 35", "GET /inner HTTP/1.1\r\nHost: h\r\n\r\nabc"),
            "POST / h GET /inner HTTP/1.1\r\nHost: h\r\n\r\nabc"),
    ]

    // MARK: Refused

    static let refused: [Refused] = badLines + badFields + badHosts + badLengths + badChunks + tooMuch

    private static let badLines: [Refused] = [
        .init("9112 §2.2 LF alone ends no line", "GET / HTTP/1.1\nHost: h\r\n\r\n"),
        .init("9112 §2.2 LF alone, before it", "\n" + line("GET / HTTP/1.1")),
        .init("9112 §2.2 CR alone, before it", "\r" + line("GET / HTTP/1.1")),
        .init("9112 §2.2 CR alone within", line("GET /\rX HTTP/1.1")),
        .init("9112 §2.2 empty lines without end", String(repeating: "\r\n", count: 20)),
        .init("9112 §3 two blanks", line("GET  / HTTP/1.1")),
        .init("9112 §3 a blank in front", line(" GET / HTTP/1.1")),
        .init("9112 §3 a blank behind", line("GET / HTTP/1.1 ")),
        .init("9112 §3 a tab for a blank", line("GET\t/ HTTP/1.1")),
        .init("9112 §3 four parts", line("GET / x HTTP/1.1")),
        .init("9112 §3 no version (HTTP/0.9)", line("GET /")),
        .init("9112 §3 no target", line("GET HTTP/1.1")),
        .init("9112 §3.1 a method that is no token", line("G@T / HTTP/1.1")),
        .init("9112 §3.1 no method", line("/ HTTP/1.1")),
        .init("9112 §3.2 a control character in the target", line("GET /a\u{1}b HTTP/1.1")),
        .init("9112 §3.2 NUL in the target", line("GET /a\u{0}b HTTP/1.1")),
        .init("9112 §3.2 DEL in the target", line("GET /a\u{7F}b HTTP/1.1")),
        .init("9112 §3.2 a fragment", line("GET /a#b HTTP/1.1")),
        .init("9112 §3.2.1 a path without its slash", line("GET a HTTP/1.1")),
        .init("9112 §3.2.2 another scheme", line("GET ftp://h/ HTTP/1.1")),
        .init("9112 §3.2.2 no host", line("GET http:///a HTTP/1.1")),
        .init("9110 §4.2.4 a user", line("GET http://u:p@h/a HTTP/1.1")),
        .init("9112 §3.2.2 a bad port", line("GET http://h:x/a HTTP/1.1")),
        .init("9112 §3.2.3 host and port without CONNECT", line("GET h:80 HTTP/1.1")),
        .init("9112 §3.2.3 CONNECT", line("CONNECT h:443 HTTP/1.1"), 501),
        .init("9112 §3.2.4 an asterisk without OPTIONS", line("GET * HTTP/1.1")),
        .init("9112 §3.2.4 an asterisk and more", line("OPTIONS *x HTTP/1.1")),
        .init("9112 §2.3 the name of the protocol", line("GET / HTTPS/1.1")),
        .init("9112 §2.3 its letter case", line("GET / http/1.1")),
        .init("9112 §2.3 one digit each", line("GET / HTTP/1.10")),
        .init("9112 §2.3 a sign", line("GET / HTTP/+1.1")),
        .init("9112 §2.3 version 1.2", line("GET / HTTP/1.2"), 505),
        .init("9112 §2.3 version 2.0", line("GET / HTTP/2.0"), 505),
        .init("9113 §3.4 another protocol's preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    ]

    private static let badFields: [Refused] = [
        .init("9112 §5.2 a folded value", head("X: a\r\n b\r\n")),
        .init("9112 §5.2 a folded value, by a tab", head("X: a\r\n\tb\r\n")),
        .init("9112 §2.2 a blank before the first field", "GET / HTTP/1.1\r\n Host: h\r\n\r\n"),
        .init("9112 §5.1 a blank before the colon", head("X : 1\r\n")),
        .init("9112 §5.1 a tab before the colon", head("X\t: 1\r\n")),
        .init("9112 §5.1 no name", head(": 1\r\n")),
        .init("9112 §5.1 no colon", head("X\r\n")),
        .init("9110 §5.1 a name that is no token", head("X(a): 1\r\n")),
        .init("9110 §5.1 a name above ASCII", head("X\u{E9}: 1\r\n")),
        .init("9110 §5.5 CR in a value", head("X: a\rb\r\n")),
        .init("9110 §5.5 CR at the end of a value", head("X: a\r\r\n")),
        .init("9110 §5.5 NUL in a value", head("X: a\u{0}b\r\n")),
        .init("9110 §5.5 a control character in a value", head("X: a\u{B}b\r\n")),
        .init("9112 §2.2 LF alone ends a field", "GET / HTTP/1.1\r\nHost: h\r\nX: 1\nY: 2\r\n\r\n"),
        .init("9112 §2.2 LF alone ends the head", "GET / HTTP/1.1\r\nHost: h\r\n\n"),
        .init("9112 §2.2 a line of CR alone does not end the head", head("\r\r\nContent-Length: 5\r\n")),
        .init("9110 §10.1.1 another expectation", head("Expect: cake\r\n"), 417),
        .init("9110 §10.1.1 one more expectation", head("Expect: 100-continue, cake\r\n"), 417),
    ]

    private static let badHosts: [Refused] = [
        .init("9112 §3.2 no host", "GET / HTTP/1.1\r\nX: 1\r\n\r\n"),
        .init("9112 §3.2 two hosts", head("Host: h\r\n")),
        .init("9112 §3.2 two hosts in version 1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"),
        .init("9112 §3.2 a list", host("a, b")),
        .init("9112 §3.2 a list without blanks", host("a,b")),
        .init("9112 §3.2 a path", host("h/x")),
        .init("9112 §3.2 a scheme", host("http://h")),
        .init("9110 §4.2.4 a user", host("u@h")),
        .init("3986 §3.2.2 a blank within", host("a b")),
        .init("3986 §3.2.2 a bad escape", host("h%4")),
        .init("3986 §3.2.2 bytes above ASCII", host("h\u{E9}")),
        .init("3986 §3.2.2 a query", host("h?x")),
        .init("3986 §3.2.2 a backslash", host("h\\x")),
        .init("3986 §3.2.3 a port of letters", host("h:http")),
        .init("3986 §3.2.3 a port too large", host("h:65536")),
        .init("3986 §3.2.3 a port too long", host("h:000080")),
        .init("3986 §3.2.3 a sign", host("h:+80")),
        .init("3986 §3.2.3 two ports", host("h:80:81")),
        .init("3986 §3.2.3 a port alone", host(":80")),
        .init("3986 §3.2.2 IPv6 without brackets", host("2001:db8::1")),
        .init("3986 §3.2.2 a bracket that stays open", host("[::1")),
        .init("3986 §3.2.2 a bracket within", host("h[::1]")),
        .init("3986 §3.2.2 no address in brackets", host("[h]")),
        .init("3986 §3.2.2 empty brackets", host("[]")),
        .init("3986 §3.2.2 text behind the bracket", host("[::1]x")),
        .init("6874 §4 a zone", host("[fe80::1%25eth0]")),
    ]

    private static let badLengths: [Refused] = [
        .init("9112 §6.3 two lengths", length("Content-Length: 2\r\nContent-Length: 38")),
        .init("9112 §6.3 the same length twice", length("Content-Length: 2\r\nContent-Length: 2")),
        .init("9112 §6.3 a list of lengths", length("Content-Length: 2, 2")),
        .init("9110 §8.6 a plus", length("Content-Length: +2")),
        .init("9110 §8.6 a minus", length("Content-Length: -2")),
        .init("9110 §8.6 a base", length("Content-Length: 0x2")),
        .init("9110 §8.6 a blank within", length("Content-Length: 2 2")),
        .init("9110 §8.6 a fraction", length("Content-Length: 2.0")),
        .init("9110 §8.6 letters", length("Content-Length: two")),
        .init("9110 §8.6 nothing", length("Content-Length:")),
        .init("9110 §8.6 digits above ASCII", length("Content-Length: \u{B2}")),
        .init("9112 §5.1 a blank before the colon", length("Content-Length : 2")),
        .init("9110 §8.6 beyond 64 bits", length("Content-Length: 18446744073709551618"), 413),
        .init("9110 §8.6 beyond the limit", length("Content-Length: 1048577"), 413),
        .init("9112 §6.1 length and coding", length("Content-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n\r\n")),
        .init("9112 §6.1 coding and length", length("Transfer-Encoding: chunked\r\nContent-Length: 5", "0\r\n\r\n")),
        .init(
            "9112 §6.1 a length of nothing and coding",
            length("Content-Length: 0\r\nTransfer-Encoding: chunked", "0\r\n\r\n")),
        .init(
            "9112 §6.1 a coding in version 1.0",
            "POST / HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        .init("9112 §6.1 chunked twice", length("Transfer-Encoding: chunked, chunked", "0\r\n\r\n"), 501),
        .init(
            "9112 §6.1 chunked in two fields",
            length("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n")),
        .init(
            "9112 §6.1 chunked, then another",
            length("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "0\r\n\r\n")),
        .init("9112 §6.1 chunked, identity", length("Transfer-Encoding: chunked, identity", "0\r\n\r\n"), 501),
        .init("9112 §6.1 identity, chunked", length("Transfer-Encoding: identity, chunked", "0\r\n\r\n"), 501),
        .init("9112 §6.1 identity", length("Transfer-Encoding: identity\r\nContent-Length: 2"), 501),
        .init("9112 §6.1 gzip, chunked", length("Transfer-Encoding: gzip, chunked", "0\r\n\r\n"), 501),
        .init("9112 §6.1 an unknown coding", length("Transfer-Encoding: xchunked", "0\r\n\r\n"), 501),
        .init("9112 §6.1 with a parameter", length("Transfer-Encoding: chunked;q=1", "0\r\n\r\n"), 501),
        .init("9112 §6.1 in quotes", length("Transfer-Encoding: \"chunked\"", "0\r\n\r\n"), 501),
        .init("9112 §6.1 with a comma behind", length("Transfer-Encoding: chunked,", "0\r\n\r\n"), 501),
        .init("9112 §6.1 nothing", length("Transfer-Encoding:", "0\r\n\r\n"), 501),
        .init("9112 §6.1 a control character before it", length("Transfer-Encoding: \u{B}chunked", "0\r\n\r\n")),
        .init("9112 §6.1 a blank above ASCII before it", length("Transfer-Encoding: \u{A0}chunked", "0\r\n\r\n"), 501),
        .init("9112 §5.1 a blank before its colon", length("Transfer-Encoding : chunked", "0\r\n\r\n")),
        .init("9112 §5.2 folded", length("Transfer-Encoding: chunked\r\n , x", "0\r\n\r\n")),
        .init("9112 §5.2 folded after the colon", length("Transfer-Encoding:\r\n chunked", "0\r\n\r\n"), 501),
        .init("9112 §2.2 behind a CR alone", length("X: 1\rTransfer-Encoding: chunked", "0\r\n\r\n")),
        .init("9112 §2.2 behind an LF alone", length("X: 1\nTransfer-Encoding: chunked", "0\r\n\r\n")),
    ]

    private static let badChunks: [Refused] = [
        .init("9112 §7.1 a plus", chunked("+2\r\n{}\r\n0\r\n\r\n")),
        .init("9112 §7.1 a minus", chunked("-2\r\n{}\r\n0\r\n\r\n")),
        .init("9112 §7.1 a base", chunked("0x2\r\n{}\r\n0\r\n\r\n")),
        .init("9112 §7.1 a blank in front", chunked(" 2\r\n{}\r\n0\r\n\r\n")),
        .init("9112 §7.1 a blank behind", chunked("2 \r\n{}\r\n0\r\n\r\n")),
        .init("9112 §7.1 an underscore", chunked("1_0\r\n{}\r\n0\r\n\r\n")),
        .init("9112 §7.1 no size", chunked("\r\n{}\r\n0\r\n\r\n")),
        .init("9112 §7.1 no size but an extension", chunked(";a\r\n{}\r\n0\r\n\r\n")),
        .init("9112 §7.1 beyond 64 bits", chunked("10000000000000002\r\n{}\r\n0\r\n\r\n"), 413),
        .init("9112 §7.1 beyond 63 bits", chunked("8000000000000000\r\n{}\r\n0\r\n\r\n"), 413),
        .init("9112 §7.1 too many digits", chunked("00000000000000002\r\n{}\r\n0\r\n\r\n"), 413),
        .init("9112 §7.1 beyond the limit", chunked("100001\r\n"), 413),
        .init("9112 §7.1 data longer than told", chunked("2\r\n{}x\r\n0\r\n\r\n")),
        .init("9112 §7.1 no CRLF after the data", chunked("2\r\n{}0\r\n\r\n")),
        .init("9112 §7.1 LF after the data", chunked("2\r\n{}\n0\r\n\r\n")),
        .init("9112 §7.1 CR after the data", chunked("2\r\n{}\r0\r\n\r\n")),
        .init("9112 §7.1 LF after the size", chunked("2\n{}\r\n0\r\n\r\n")),
        .init("9112 §7.1 CR after the size", chunked("2\r{}\r\n0\r\n\r\n")),
        .init("9112 §7.1 LF after the last chunk", chunked("0\n\r\n")),
        .init("9112 §7.1 LF ends the trailers", chunked("0\r\n\n")),
        .init("9112 §7.1.1 LF in an extension", chunked("2;a\nb\r\n{}\r\n0\r\n\r\n")),
        .init("9112 §7.1.1 CR in an extension", chunked("2;a\rb\r\n{}\r\n0\r\n\r\n")),
        .init("9112 §7.1.1 a line end in a quoted text", chunked("2;a=\"\r\nb\"\r\n{}\r\n0\r\n\r\n")),
        .init("9112 §7.1.1 a quoted text that stays open", chunked("2;a=\"b\r\n{}\r\n0\r\n\r\n")),
        .init("9112 §7.1.1 NUL in an extension", chunked("2;a=\"\u{0}\"\r\n{}\r\n0\r\n\r\n")),
        .init("9112 §7.1.1 no name", chunked("2;\r\n{}\r\n0\r\n\r\n")),
        .init("9112 §7.1.1 no value", chunked("2;a=\r\n{}\r\n0\r\n\r\n")),
        .init("9112 §7.1.1 text behind a quoted text", chunked("2;a=\"b\"c\r\n{}\r\n0\r\n\r\n")),
        .init("9112 §7.1.1 text without a semicolon", chunked("2 a\r\n{}\r\n0\r\n\r\n")),
        .init("9112 §7.1.2 a trailer that is no field", chunked("0\r\nbad\r\n\r\n")),
        .init("9112 §7.1.2 a folded trailer", chunked("0\r\nA: 1\r\n b\r\n\r\n")),
        .init("9112 §7.1.2 a blank before its colon", chunked("0\r\nA : 1\r\n\r\n")),
        .init("9112 §7.1.2 NUL in a trailer", chunked("0\r\nA: \u{0}\r\n\r\n")),
        .init("9110 §6.5.1 a length as trailer", chunked("0\r\nContent-Length: 9\r\n\r\n")),
        .init("9110 §6.5.1 a coding as trailer", chunked("0\r\nTRANSFER-ENCODING: chunked\r\n\r\n")),
        .init("9110 §6.5.1 a host as trailer", chunked("0\r\nHost: other\r\n\r\n")),
    ]

    private static let tooMuch: [Refused] = [
        .init("9110 §4.1 a long target", line("GET /\(String(repeating: "x", count: 8192)) HTTP/1.1"), 414),
        .init("9110 §4.1 a target without end", "GET /\(String(repeating: "x", count: 20_000))", 414),
        .init("6585 §5 a long field", head("X: \(String(repeating: "x", count: 17_000))\r\n"), 431),
        .init("6585 §5 a field without end", "GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 17_000))", 431),
        .init("6585 §5 many fields", head(String(repeating: "X: 1\r\n", count: 100)), 431),
        .init("a long size line", chunked("2;a=\(String(repeating: "x", count: 300))\r\n{}\r\n0\r\n\r\n")),
        .init(
            "extensions without end",
            chunked(String(repeating: "1;\(String(repeating: "x", count: 200))\r\na\r\n", count: 100))),
        .init("many trailers", chunked("0\r\n" + String(repeating: "X: 1\r\n", count: 101) + "\r\n"), 431),
        .init(
            "long trailers",
            chunked("0\r\n" + String(repeating: "X: \(String(repeating: "x", count: 1000))\r\n", count: 20)), 431),
    ]
}

extension Conformance.Accepted: CustomStringConvertible {
    var description: String { rule }
}

extension Conformance.Refused: CustomStringConvertible {
    var description: String { "\(rule): \(status)" }
}
