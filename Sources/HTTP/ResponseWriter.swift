extension OutputBuffer {
    /// Writes one response (RFC 9112 §4, §6).
    ///
    /// - Parameters:
    ///   - dateField: the whole `Date` line with its CRLF.
    ///   - closes: whether the connection ends after it.
    ///   - isVersion10: whether the client speaks HTTP/1.0, which must be told that the connection stays.
    ///   - leavesOutBody: the answer to HEAD: the length stands in the head, the body is not sent.
    package mutating func write(
        _ response: borrowing Response, dateField: [UInt8], closes: Bool, isVersion10: Bool = false,
        leavesOutBody: Bool = false
    ) {
        let status = response.status
        if status == .ok {
            append(literal: "HTTP/1.1 200 OK\r\n")
        } else {
            append(literal: "HTTP/1.1 ")
            append(decimal: status.code)
            append(literal: " ")
            append(literal: status.reason)
            append(literal: "\r\n")
        }
        append(dateField)
        if let contentType = response.contentType {
            append(literal: "Content-Type: ")
            append(contentType)
            append(literal: "\r\n")
        }
        if !response.fields.isEmpty { write(response.fields, hasContentType: response.contentType != nil) }
        if closes {
            append(literal: "Connection: close\r\n")
        } else if isVersion10 {
            append(literal: "Connection: keep-alive\r\n")
        }
        if status.hasNoBody {
            append(literal: "\r\n")
            return
        }
        append(literal: "Content-Length: ")
        append(decimal: response.body.count)
        append(literal: "\r\n\r\n")
        if !leavesOutBody { append(response.body) }
    }

    /// The interim answer to `Expect: 100-continue`.
    package mutating func writeContinue() {
        append(literal: "HTTP/1.1 100 Continue\r\n\r\n")
    }

    private mutating func write(_ fields: Fields, hasContentType: Bool) {
        for (name, value) in fields {
            if Self.isWrittenByServer(name) { continue }
            if hasContentType, FieldName.areEqual(name, "Content-Type") { continue }
            append(name)
            append(literal: ": ")
            append(value)
            append(literal: "\r\n")
        }
    }

    private static func isWrittenByServer(_ name: String) -> Bool {
        switch name.utf8.count {
        case 4: FieldName.areEqual(name, "Date")
        case 10: FieldName.areEqual(name, "Connection")
        case 14: FieldName.areEqual(name, "Content-Length")
        case 17: FieldName.areEqual(name, "Transfer-Encoding")
        default: false
        }
    }
}
