import HTTP

/// Everything a parser makes of some bytes: the requests, and the error it ends with.
struct Parsed: Equatable {
    struct Message: Equatable {
        var method: String
        var target: String
        var path: String
        var query: String?
        var authority: String
        var fields: [String]
        var body: [UInt8]
        var keepsAlive: Bool
    }

    var messages: [Message] = []
    var error: ParseError?

    /// Feeds the pieces one after the other.
    init(_ pieces: [some Collection<UInt8>], limits: ParserLimits = ParserLimits()) {
        var parser = RequestParser(limits: limits)
        do {
            for piece in pieces {
                parser.append(piece)
                while let request = try parser.next() { messages.append(Message(request)) }
            }
        } catch {
            self.error = error
        }
    }

    init(_ text: String, limits: ParserLimits = ParserLimits()) {
        self.init([Array(text.utf8)], limits: limits)
    }
}

extension Parsed.Message {
    init(_ request: Request) {
        self.init(
            method: request.method.name, target: request.target, path: request.path, query: request.rawQuery,
            authority: request.authority, fields: request.fields.pairs.map { "\($0.name)=\($0.value)" },
            body: request.body, keepsAlive: request.keepsAlive)
    }
}
