import HTTP
import Testing

@Suite struct ResponseWriterTests {
    private func written(
        _ response: Response, closes: Bool = false, isVersion10: Bool = false, leavesOutBody: Bool = false
    ) -> String {
        var output = OutputBuffer()
        output.write(
            response, dateField: Array("Date: D\r\n".utf8), closes: closes, isVersion10: isVersion10,
            leavesOutBody: leavesOutBody)
        return output.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test func writesHeadAndBody() {
        let text = written(.json(Array("[]".utf8)))

        #expect(
            text == "HTTP/1.1 200 OK\r\nDate: D\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]")
    }

    @Test func anEmptyBodyHasALength() {
        #expect(written(Response(.notFound)) == "HTTP/1.1 404 Not Found\r\nDate: D\r\nContent-Length: 0\r\n\r\n")
    }

    @Test func aStatusWithoutBodyHasNoLength() {
        #expect(written(.noContent) == "HTTP/1.1 204 No Content\r\nDate: D\r\n\r\n")
    }

    @Test func theAnswerToHeadTellsTheLengthOnly() {
        let text = written(.text("hello"), leavesOutBody: true)

        #expect(text.hasSuffix("Content-Length: 5\r\n\r\n"))
    }

    @Test func saysWhetherTheConnectionStays() {
        #expect(written(.noContent, closes: true).contains("\r\nConnection: close\r\n"))
        #expect(written(.noContent, isVersion10: true).contains("\r\nConnection: keep-alive\r\n"))
        #expect(!written(.noContent).contains("Connection"))
    }

    @Test func whatTheServerWritesIsNotWrittenTwice() {
        let fields: Fields = [
            "content-length": "9", "Transfer-Encoding": "chunked", "DATE": "x", "connection": "upgrade",
            "content-type": "text/html", "X-A": "1",
        ]

        let text = written(Response(.ok, contentType: "text/plain", fields: fields, body: [65]))

        #expect(
            text == "HTTP/1.1 200 OK\r\nDate: D\r\nContent-Type: text/plain\r\nX-A: 1\r\nContent-Length: 1\r\n\r\nA")
    }

    @Test(arguments: [(0, "0"), (9, "9"), (10, "10"), (-12, "-12"), (Int.max, "9223372036854775807")])
    func writesNumbers(number: Int, text: String) {
        var output = OutputBuffer(capacity: 1)

        output.append(decimal: number)

        #expect(output.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } == text)
    }

    @Test func aBufferGrowsAndIsUsedAgain() {
        var output = OutputBuffer(capacity: 1)
        let large = [UInt8](repeating: 7, count: 3 << 20)

        output.append(large)
        output.append("end")
        #expect(output.count == large.count + 3)
        output.removeAll()
        output.append("again")

        #expect(output.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } == "again")
    }

    @Test(
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (1_772_355_600, "Sun, 01 Mar 2026 09:00:00 GMT"),
        ] as [(Int64, String)])
    func writesDates(seconds: Int64, text: String) {
        #expect(HTTPDate.text(seconds: seconds) == text)
    }
}
