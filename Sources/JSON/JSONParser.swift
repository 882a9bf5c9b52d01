/// Builds the tree of a JSON text.
struct JSONParser {
    private var scanner: JSONScanner
    private let limits: JSONLimits
    private var depth = 0

    /// Reads `bytes` as one value.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) throws(JSONError) -> JSONValue {
        var parser = JSONParser(scanner: JSONScanner(bytes), limits: limits)
        return try parser.document()
    }

    private init(scanner: JSONScanner, limits: JSONLimits) {
        self.scanner = scanner
        self.limits = limits
    }

    private mutating func document() throws(JSONError) -> JSONValue {
        if scanner.end > limits.maximumBytes { throw scanner.error(.tooLong(limit: limits.maximumBytes)) }
        if scanner.skipByteOrderMark(), !limits.skipsByteOrderMark { throw scanner.error(.byteOrderMark, at: 0) }
        scanner.skipBlanks()
        if scanner.current == nil { throw scanner.error(.empty) }
        let value = try value()
        scanner.skipBlanks()
        if scanner.current != nil { throw scanner.error(.trailingText) }
        return value
    }

    /// Reads a value whose first byte stands here.
    private mutating func value() throws(JSONError) -> JSONValue {
        guard let first = scanner.current else { throw scanner.error(.unexpectedEnd) }
        switch first {
        case UInt8(ascii: "\""):
            scanner.advance()
            return .string(try scanner.string())
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
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

    private mutating func array() throws(JSONError) -> [JSONValue] {
        try enter()
        var elements: [JSONValue] = []
        if !scanner.skip(UInt8(ascii: "]")) {
            while true {
                elements.append(try value())
                scanner.skipBlanks()
                if scanner.skip(UInt8(ascii: "]")) { break }
                guard scanner.skip(UInt8(ascii: ",")) else { throw scanner.unexpected() }
                scanner.skipBlanks()
            }
        }
        depth -= 1
        return elements
    }

    private mutating func object() throws(JSONError) -> JSONObject {
        try enter()
        var members = MemberList()
        if !scanner.skip(UInt8(ascii: "}")) {
            while true {
                let place = scanner.index
                guard scanner.skip(UInt8(ascii: "\"")) else { throw scanner.unexpected() }
                let key = try scanner.string()
                let mark = scanner.mark(ofKey: key, from: place)
                scanner.skipBlanks()
                guard scanner.skip(UInt8(ascii: ":")) else { throw scanner.unexpected() }
                scanner.skipBlanks()
                let earlier = members.index(of: key, mark: mark)
                if earlier != nil, limits.duplicateKeys == .refused {
                    throw scanner.error(.duplicateKey(key), at: place)
                }
                members.set(key, to: try value(), at: earlier, mark: mark)
                scanner.skipBlanks()
                if scanner.skip(UInt8(ascii: "}")) { break }
                guard scanner.skip(UInt8(ascii: ",")) else { throw scanner.unexpected() }
                scanner.skipBlanks()
            }
        }
        depth -= 1
        return JSONObject(uniqueKeys: members.keys, values: members.values)
    }
}

/// Members of an object being read. Whether a key stands there already is told by a few bits of its bytes first, by the
/// keys themselves only if those bits have been seen, and by a table once there are many: an object of many keys costs no
/// more for each than one of few.
private struct MemberList {
    private(set) var keys: [String] = []
    private(set) var values: [JSONValue] = []
    private var seen: UInt64 = 0
    private var places: [String: Int] = [:]

    private static let manyMembers = 24

    func index(of key: String, mark: UInt64) -> Int? {
        guard seen & mark != 0 else { return nil }
        if keys.count <= Self.manyMembers { return keys.firstIndex(ofText: key) }
        return places[key].flatMap { keys[$0].isSameText(as: key) ? $0 : nil }
    }

    mutating func set(_ key: String, to value: JSONValue, at index: Int?, mark: UInt64) {
        if let index {
            values[index] = value
            return
        }
        if keys.isEmpty {
            keys.reserveCapacity(16)
            values.reserveCapacity(16)
        }
        seen |= mark
        keys.append(key)
        values.append(value)
        if keys.count == Self.manyMembers + 1 {
            for (index, key) in keys.enumerated() { places[key] = index }
        } else if keys.count > Self.manyMembers {
            places[key] = keys.count - 1
        }
    }
}
