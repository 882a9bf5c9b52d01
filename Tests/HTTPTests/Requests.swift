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

/// A small seeded generator.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
