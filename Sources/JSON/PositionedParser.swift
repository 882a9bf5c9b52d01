/// Builds the tree of a JSON text with the place of everything in it. It reads the same grammar as `JSONParser`; a
/// property test holds the one to the other.
struct PositionedParser {
    private var scanner: JSONScanner
    private let limits: JSONLimits
    private var depth = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
        scanner = JSONScanner(bytes)
        self.limits = limits
    }

    mutating func document() throws(JSONError) -> (root: PositionedValue, hasByteOrderMark: Bool) {
        if scanner.end > limits.maximumBytes { throw scanner.error(.tooLong(limit: limits.maximumBytes)) }
        let hasByteOrderMark = scanner.skipByteOrderMark()
        scanner.skipBlanks()
        if scanner.current == nil { throw scanner.error(.empty) }
        let root = try value()
        scanner.skipBlanks()
        if scanner.current != nil { throw scanner.error(.trailingText) }
        return (root, hasByteOrderMark)
    }

    /// Reads a value whose first byte stands here.
    private mutating func value() throws(JSONError) -> PositionedValue {
        let start = scanner.index
        let content = try content()
        return PositionedValue(content: content, range: start..<scanner.index)
    }

    private mutating func content() throws(JSONError) -> PositionedValue.Content {
        guard let first = scanner.current else { throw scanner.error(.unexpectedEnd) }
        switch first {
        case UInt8(ascii: "\""):
            scanner.advance()
            return .string(try scanner.string())
        case UInt8(ascii: "{"): return .object(try members())
        case UInt8(ascii: "["): return .array(try elements())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try scanner.number())
        case UInt8(ascii: "t"):
            try scanner.word("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try scanner.word("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try scanner.word("null")
            return .null
        default: throw scanner.unexpected()
        }
    }

    private mutating func enter() throws(JSONError) {
        depth += 1
        if depth > limits.maximumDepth { throw scanner.error(.tooDeep(limit: limits.maximumDepth)) }
        scanner.advance()
        scanner.skipBlanks()
    }

    /// Passes over a comma, or over what closes the list.
    ///
    /// - Returns: whether another item follows.
    private mutating func goesOn(until close: UInt8) throws(JSONError) -> Bool {
        scanner.skipBlanks()
        if scanner.skip(close) { return false }
        guard scanner.skip(UInt8(ascii: ",")) else { throw scanner.unexpected() }
        scanner.skipBlanks()
        return true
    }

    private mutating func elements() throws(JSONError) -> [PositionedValue] {
        try enter()
        defer { depth -= 1 }
        var elements: [PositionedValue] = []
        if scanner.skip(UInt8(ascii: "]")) { return elements }
        repeat { elements.append(try value()) } while try goesOn(until: UInt8(ascii: "]"))
        return elements
    }

    private mutating func members() throws(JSONError) -> [PositionedMember] {
        try enter()
        defer { depth -= 1 }
        var members: [PositionedMember] = []
        if scanner.skip(UInt8(ascii: "}")) { return members }
        repeat {
            let start = scanner.index
            guard scanner.skip(UInt8(ascii: "\"")) else { throw scanner.unexpected() }
            let key = try scanner.string()
            let keyRange = start..<scanner.index
            scanner.skipBlanks()
            guard scanner.skip(UInt8(ascii: ":")) else { throw scanner.unexpected() }
            scanner.skipBlanks()
            members.append(PositionedMember(key: key, keyRange: keyRange, value: try value()))
        } while try goesOn(until: UInt8(ascii: "}"))
        return members
    }
}
