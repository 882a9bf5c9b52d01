import HTTP

/// Everything that is read out of some bytes, and the promises that hold for each request.
struct Reading: Equatable {
    private var requests: [String] = []
    private var error: ParseError?

    init(_ pieces: [ArraySlice<UInt8>], limits: ParserLimits) {
        var parser = RequestParser(limits: limits)
        do throws(ParseError) {
            for piece in pieces {
                parser.append(piece)
                while var request = try parser.next() {
                    requests.append(Self.text(of: request, limits: limits))
                    parser.reclaim(&request)
                }
                if case .body(let received) = parser.progress {
                    precondition(received >= 0 && received <= limits.body, "more body than is allowed")
                    if parser.awaitsContinue { _ = parser.takeExpectation() }
                }
            }
        } catch {
            self.error = error
            precondition(error.status.hundreds == 4 || error.status.hundreds == 5)
            precondition(Self.staysFailed(&parser, error), "something was read after an error")
        }
    }

    private static func staysFailed(_ parser: inout RequestParser, _ error: ParseError) -> Bool {
        parser.append(Array("GET / HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
        do throws(ParseError) {
            _ = try parser.next()
            return false
        } catch let again {
            return again == error
        }
    }

    /// Reads whatever a handler could ask for.
    private static func text(of request: Request, limits: ParserLimits) -> String {
        let fields = request.fields.pairs
        precondition(request.body.count <= limits.body, "more body than is allowed")
        precondition(request.target.utf8.count > 0)
        precondition(fields.count <= limits.fields, "more fields than are allowed")
        for (name, value) in fields {
            precondition(!value.utf8.contains { $0 == 0 || $0 == 10 || $0 == 13 }, "a line end within a value")
            precondition(request.fields[name] != nil, "a field that cannot be found")
        }
        let hosts = request.fields.all("Host")
        precondition(hosts.count == 1 || (hosts.isEmpty && request.isVersion10), "not one host")
        let isChunked = request.fields["Transfer-Encoding"] != nil
        precondition(!isChunked || request.fields["Content-Length"] == nil, "two lengths")
        if let length = request.fields["Content-Length"] {
            precondition(Int(length) == request.body.count, "a body of another length")
        } else if !isChunked {
            precondition(request.body.isEmpty, "a body without a length")
        }
        let pairs = (Array(request.query) + Array(request.form)).map { "\($0.name)=\($0.value)" }
        let path = request.withPath { Percent.decoded($0) }
        return """
            \(request.method) \(request.target) \(path) \(request.authority) \(request.keepsAlive) \
            \(request.isVersion10) \(request.isContentCoded) \(request.mediaType == nil) \
            \(request.fields.credentials("Basic") ?? "") \(fields) \(pairs) \(request.body)
            """
    }
}
