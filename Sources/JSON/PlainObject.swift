/// Reads an object without escapes, other scripts or nesting, as most webhooks are, and makes no value of anything.
///
/// Whatever is unusual is left to `JSONValue.parse`, which says the same of every text that this reads: the property test
/// beside it holds the one to the other.
package enum PlainObject {
    /// What a member has, as it stands in the text.
    package enum Value {
        /// ASCII without control characters, quotes and backslashes; may be empty.
        case text(UnsafeBufferPointer<UInt8>)
        /// A number's spelling.
        case number(UnsafeBufferPointer<UInt8>)
        /// `null`, `true`, `false`, or an array or object with nothing in it.
        case nothing
    }

    /// Lends each member, in order, also those whose key came before, until `member` says false.
    ///
    /// - Returns: whether all of it was read. If not, what `member` has heard counts for nothing: the text may be
    ///   malformed.
    package static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits = .webhook,
        _ member: (_ key: UnsafeBufferPointer<UInt8>, _ value: Value) -> Bool
    ) -> Bool {
        guard let start = bytes.baseAddress, bytes.count <= limits.maximumBytes else { return false }
        var reader = PlainReader(start: start, end: bytes.count)
        reader.skipBlanks()
        guard reader.skip(UInt8(ascii: "{")) else { return false }
        reader.skipBlanks()
        if !reader.skip(UInt8(ascii: "}")) {
            while true {
                guard reader.skip(UInt8(ascii: "\"")), let key = reader.text() else { return false }
                reader.skipBlanks()
                guard reader.skip(UInt8(ascii: ":")) else { return false }
                reader.skipBlanks()
                guard let value = reader.value(), member(key, value) else { return false }
                reader.skipBlanks()
                if reader.skip(UInt8(ascii: "}")) { break }
                guard reader.skip(UInt8(ascii: ",")) else { return false }
                reader.skipBlanks()
            }
        }
        reader.skipBlanks()
        return reader.isAtEnd
    }
}

/// Walks over bytes that outlive it. Every access stands behind a comparison with `end`.
private struct PlainReader {
    let start: UnsafePointer<UInt8>
    let end: Int
    var index = 0

    init(start: UnsafePointer<UInt8>, end: Int) {
        self.start = start
        self.end = end
    }

    var isAtEnd: Bool { index == end }

    @inline(__always)
    mutating func skipBlanks() {
        while index < end {
            switch start[index] {
            case 0x20, 0x0A, 0x0D, 0x09: index &+= 1
            default: return
            }
        }
    }

    @inline(__always)
    mutating func skip(_ byte: UInt8) -> Bool {
        guard index < end, start[index] == byte else { return false }
        index &+= 1
        return true
    }

    mutating func value() -> PlainObject.Value? {
        guard index < end else { return nil }
        switch start[index] {
        case UInt8(ascii: "\""):
            index &+= 1
            return text().map { .text($0) }
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number().map { .number($0) }
        case UInt8(ascii: "{"): return pair(closedBy: UInt8(ascii: "}"))
        case UInt8(ascii: "["): return pair(closedBy: UInt8(ascii: "]"))
        case UInt8(ascii: "n"): return word("null")
        case UInt8(ascii: "t"): return word("true")
        case UInt8(ascii: "f"): return word("false")
        default: return nil
        }
    }

    /// A plain string whose opening quote has been passed.
    ///
    /// Eight bytes at a time: the high bit of a byte of `found` is set where the byte is a quote, a backslash, a control
    /// character or no ASCII. Above the lowest such byte borrows may set others, so only the lowest counts.
    mutating func text() -> UnsafeBufferPointer<UInt8>? {
        let first = index
        let ones: UInt64 = 0x0101_0101_0101_0101
        while index &+ 8 <= end {
            let word = UInt64(
                littleEndian: UnsafeRawPointer(start).loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let quotes = word ^ (ones &* 0x22)
            let escapes = word ^ (ones &* 0x5C)
            let special = (quotes &- ones) & ~quotes | (escapes &- ones) & ~escapes
            let found = (special | (word &- ones &* 0x20) & ~word | word) & (ones &* 0x80)
            if found == 0 {
                index &+= 8
                continue
            }
            index &+= found.trailingZeroBitCount >> 3
            return ended(first)
        }
        while index < end {
            let byte = start[index]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 || byte >= 0x80 { break }
            index &+= 1
        }
        return ended(first)
    }

    @inline(__always)
    private mutating func ended(_ first: Int) -> UnsafeBufferPointer<UInt8>? {
        let last = index
        guard skip(UInt8(ascii: "\"")) else { return nil }
        return UnsafeBufferPointer(start: start + first, count: last - first)
    }

    /// RFC 8259 §6.
    private mutating func number() -> UnsafeBufferPointer<UInt8>? {
        let first = index
        _ = skip(UInt8(ascii: "-"))
        if skip(UInt8(ascii: "0")) {
            if index < end, isDigit(start[index]) { return nil }
        } else if !digits() {
            return nil
        }
        if skip(UInt8(ascii: ".")), !digits() { return nil }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
            if !digits() { return nil }
        }
        return UnsafeBufferPointer(start: start + first, count: index - first)
    }

    private mutating func digits() -> Bool {
        let first = index
        while index < end, isDigit(start[index]) { index &+= 1 }
        return index > first
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    private mutating func pair(closedBy byte: UInt8) -> PlainObject.Value? {
        index &+= 1
        skipBlanks()
        return skip(byte) ? .nothing : nil
    }

    private mutating func word(_ word: StaticString) -> PlainObject.Value? {
        for offset in 0..<word.utf8CodeUnitCount {
            guard skip(word.utf8Start[offset]) else { return nil }
        }
        return .nothing
    }
}
