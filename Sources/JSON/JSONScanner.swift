/// Reads the smallest parts of JSON from bytes: blanks, words, strings, numbers.
///
/// It walks over a raw buffer, because every webhook passes through it byte by byte. The buffer must outlive the scanner;
/// only `JSONValue.parse` makes one, inside the closure that lends the bytes. Every access stands behind a comparison
/// with `end`.
struct JSONScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    private(set) var index = 0
    let end: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        end = bytes.count
    }

    func error(_ kind: JSONError.Kind, at place: Int? = nil) -> JSONError {
        JSONError(kind, at: place ?? index, in: bytes)
    }

    /// The complaint about what stands here where something else was expected.
    func unexpected() -> JSONError {
        index < end ? error(.unexpected(bytes[index])) : error(.unexpectedEnd)
    }

    mutating func skipByteOrderMark() -> Bool {
        guard end >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF else { return false }
        index = 3
        return true
    }

    @inline(__always)
    mutating func skipBlanks() {
        while index < end {
            switch bytes[index] {
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            default: return
            }
        }
    }

    /// The byte here, nil at the end.
    @inline(__always)
    var current: UInt8? { index < end ? bytes[index] : nil }

    @inline(__always)
    mutating func advance() { index += 1 }

    /// Passes over `byte` if it stands here.
    @inline(__always)
    mutating func skip(_ byte: UInt8) -> Bool {
        guard index < end, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    mutating func word(_ word: StaticString) throws(JSONError) {
        let length = word.utf8CodeUnitCount
        for offset in 0..<length {
            guard index < end, bytes[index] == word.utf8Start[offset] else { throw unexpected() }
            index += 1
        }
    }

    /// Reads a number's spelling (RFC 8259 §6).
    mutating func number() throws(JSONError) -> JSONNumber {
        let start = index
        _ = skip(UInt8(ascii: "-"))
        if skip(UInt8(ascii: "0")) {
            if let next = current, isDigit(next) { throw error(.badNumber) }
        } else {
            try digits()
        }
        if skip(UInt8(ascii: ".")) { try digits() }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
            try digits()
        }
        return JSONNumber(spelling: text(start..<index))
    }

    private mutating func digits() throws(JSONError) {
        let start = index
        while index < end, isDigit(bytes[index]) { index += 1 }
        if index == start { throw index < end ? error(.badNumber) : error(.unexpectedEnd) }
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    /// Text of bytes known to be ASCII.
    private func text(_ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    /// Reads a string whose opening quote has been passed (RFC 8259 §7).
    mutating func string() throws(JSONError) -> String {
        let start = index
        let plain = plainWords(from: start)
        var place = plain.place
        var allBits: UInt8 = plain.highBits == 0 ? 0 : 0x80
        while place < end {
            let byte = bytes[place]
            if byte == UInt8(ascii: "\"") {
                index = place + 1
                return allBits < 0x80 ? text(start..<place) : try validText(start..<place)
            }
            if byte == UInt8(ascii: "\\") || byte < 0x20 { break }
            allBits |= byte
            place += 1
        }
        index = place
        guard place < end else { throw error(.unexpectedEnd) }
        if bytes[place] == UInt8(ascii: "\\") { return try stringWithEscapes(from: start) }
        throw error(.controlCharacterInString)
    }

    /// Passes over bytes of a string that stand for themselves, eight at a time, and stops at the first that does not or
    /// where fewer than eight are left.
    ///
    /// The high bit of a byte of `found` is set where the byte is a quote, a backslash or a control character. Above the
    /// lowest such byte borrows may set others, so only the lowest counts.
    ///
    /// - Returns: where it stopped, and the high bits of all bytes it has passed: 0 if they are ASCII.
    @inline(__always)
    private func plainWords(from start: Int) -> (place: Int, highBits: UInt64) {
        guard let base = UnsafeRawPointer(bytes.baseAddress) else { return (start, 0) }
        let ones: UInt64 = 0x0101_0101_0101_0101
        var place = start
        var bits: UInt64 = 0
        while place &+ 8 <= end {
            let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            let quotes = word ^ (ones &* 0x22)
            let escapes = word ^ (ones &* 0x5C)
            let special = (quotes &- ones) & ~quotes | (escapes &- ones) & ~escapes
            let found = (special | (word &- ones &* 0x20) & ~word) & (ones &* 0x80)
            if found != 0 {
                let passed = found.trailingZeroBitCount >> 3
                return (place &+ passed, (bits | word & ((1 << UInt64(passed &* 8)) &- 1)) & (ones &* 0x80))
            }
            bits |= word
            place &+= 8
        }
        return (place, bits & (ones &* 0x80))
    }

    /// A few bits by which keys that differ mostly differ, of the key just read whose opening quote stands at `start`. Of
    /// a key spelt with escapes it is all bits, since the same key may be spelt without.
    @inline(__always)
    func mark(ofKey key: String, from start: Int) -> UInt64 {
        let length = index - start - 2
        guard length == key.utf8.count else { return .max }
        let first = UInt64(bytes[start + 1])
        let last = UInt64(bytes[index - 2])
        return 1 << ((UInt64(length) &* 31 &+ first &* 7 &+ last) & 63)
    }

    private func validText(_ range: Range<Int>) throws(JSONError) -> String {
        guard let text = String(validating: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self) else {
            throw error(.invalidUTF8, at: firstInvalid(in: range))
        }
        return text
    }

    /// Where the first byte stands that cannot go on the text in front of it. Only asked when there is one.
    private func firstInvalid(in range: Range<Int>) -> Int {
        var place = range.lowerBound
        while place < range.upperBound {
            let length: Int
            switch bytes[place] {
            case ..<0x80: length = 1
            case 0xC2...0xDF: length = 2
            case 0xE0...0xEF: length = 3
            case 0xF0...0xF4: length = 4
            default: return place
            }
            guard place + length <= range.upperBound,
                String(validating: UnsafeBufferPointer(rebasing: bytes[place..<place + length]), as: UTF8.self) != nil
            else { return place }
            place += length
        }
        return range.lowerBound
    }

    /// The rest of a string in which an escape was met, again from its start.
    private mutating func stringWithEscapes(from start: Int) throws(JSONError) -> String {
        var content: [UInt8] = []
        content.reserveCapacity(index - start + 32)
        content.append(contentsOf: bytes[start..<index])
        var runStart = start
        func isInvalid(_ run: Range<Int>) -> Bool {
            String(validating: UnsafeBufferPointer(rebasing: bytes[run]), as: UTF8.self) == nil
        }
        while index < end {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                if isInvalid(runStart..<index) { throw error(.invalidUTF8, at: firstInvalid(in: runStart..<index)) }
                index += 1
                return String(decoding: content, as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") {
                // A character cannot go on behind an escape, so the bytes between escapes are checked by themselves.
                if isInvalid(runStart..<index) { throw error(.invalidUTF8, at: firstInvalid(in: runStart..<index)) }
                index += 1
                try escape(into: &content)
                runStart = index
                continue
            }
            if byte < 0x20 { throw error(.controlCharacterInString) }
            content.append(byte)
            index += 1
        }
        throw error(.unexpectedEnd)
    }

    /// Reads what follows a backslash.
    private mutating func escape(into content: inout [UInt8]) throws(JSONError) {
        guard let mark = current else { throw error(.unexpectedEnd) }
        let start = index - 1
        index += 1
        switch mark {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(mark)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"):
            var code = try codeUnit(from: start)
            if (0xD800...0xDBFF).contains(code) {
                guard skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else { throw error(.loneSurrogate, at: start) }
                let low = try codeUnit(from: start)
                guard (0xDC00...0xDFFF).contains(low) else { throw error(.loneSurrogate, at: start) }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw error(.loneSurrogate, at: start) }
            content.append(contentsOf: Character(scalar).utf8)
        default: throw error(.badEscape, at: start)
        }
    }

    private mutating func codeUnit(from start: Int) throws(JSONError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard index < end else { throw error(.unexpectedEnd) }
            let digit: UInt8
            switch bytes[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = bytes[index] - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = bytes[index] - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = bytes[index] - UInt8(ascii: "A") + 10
            default: throw error(.badEscape, at: start)
            }
            code = code << 4 | UInt32(digit)
            index += 1
        }
        return code
    }
}
