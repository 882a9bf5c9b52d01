/// The markup of spoken texts (SSML), as far as a checker has to know it: XML's rules for elements, attributes and
/// references, without document types and processing instructions.
enum Markup {
    /// The elements that are spoken.
    ///
    /// <https://developer.vonage.com/en/voice/voice-api/concepts/customizing-tts>
    static let known = [
        "speak", "break", "emphasis", "lang", "p", "phoneme", "prosody", "s", "say-as", "sub",
    ]

    /// Whether a text has tags: `<` and a letter or a slash, and a `>` somewhere behind.
    static func isMeant(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let last = bytes.lastIndex(of: UInt8(ascii: ">")) else { return false }
        return bytes.indices.dropLast().contains { index in
            bytes[index] == UInt8(ascii: "<") && index < last
                && (bytes[index + 1].startsName || bytes[index + 1] == UInt8(ascii: "/"))
        }
    }

    /// The names of the elements in a text, in order.
    ///
    /// - Throws: why it is not well-formed.
    static func elements(of text: String) throws(MarkupFault) -> [String] {
        var reader = MarkupReader(Array(text.utf8))
        try reader.read()
        return reader.elements
    }

    /// Whether nothing but blanks stands outside the first element. Only asked of well-formed texts.
    static func isOneElement(_ text: String) -> Bool {
        var reader = MarkupReader(Array(text.utf8))
        try? reader.read()
        return !reader.hasTextOutside && reader.rootCount == 1
    }
}

/// Why a text is not well-formed.
enum MarkupFault: Error, Equatable, CustomStringConvertible {
    case notClosed(String)
    case notOpen(String)
    case closedTooEarly(String, open: String)
    case badTag
    case badReference
    case repeatedAttribute(String)

    var description: String {
        switch self {
        case .notClosed(let name): "“\(name)” is not closed"
        case .notOpen(let name): "“\(name)” is closed, but not open"
        case .closedTooEarly(let name, let open): "“\(name)” is closed before “\(open)”"
        case .badTag: "a tag is malformed"
        case .badReference: "“&” begins no reference"
        case .repeatedAttribute(let name): "the attribute “\(name)” stands twice"
        }
    }
}

/// Walks over a text with tags.
private struct MarkupReader {
    private let bytes: [UInt8]
    private var index = 0
    private var open: [String] = []
    private(set) var elements: [String] = []
    private(set) var rootCount = 0
    private(set) var hasTextOutside = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func read() throws(MarkupFault) {
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "<"): try tag()
            case UInt8(ascii: "&"):
                hasTextOutside = hasTextOutside || open.isEmpty
                try reference()
            case let byte:
                if open.isEmpty, !byte.isBlank { hasTextOutside = true }
                index += 1
            }
        }
        if let name = open.last { throw .notClosed(name) }
    }

    private mutating func tag() throws(MarkupFault) {
        index += 1
        if skip("!--") {
            while !skip("-->") {
                guard index < bytes.count else { throw .badTag }
                index += 1
            }
        } else if skip("/") {
            let name = try name()
            skipBlanks()
            guard skip(">") else { throw .badTag }
            guard let last = open.popLast() else { throw .notOpen(name) }
            guard last == name else { throw .closedTooEarly(name, open: last) }
        } else {
            try opening()
        }
    }

    private mutating func opening() throws(MarkupFault) {
        let name = try name()
        elements.append(name)
        if open.isEmpty { rootCount += 1 }
        var attributes: Set<String> = []
        while true {
            let hasBlank = skipBlanks()
            if skip("/>") { return }
            if skip(">") { return open.append(name) }
            guard hasBlank else { throw .badTag }
            let attribute = try self.name()
            guard attributes.insert(attribute).inserted else { throw .repeatedAttribute(attribute) }
            try value()
        }
    }

    private mutating func value() throws(MarkupFault) {
        skipBlanks()
        guard skip("=") else { throw .badTag }
        skipBlanks()
        guard index < bytes.count, case let quote = bytes[index], quote == 0x22 || quote == 0x27 else { throw .badTag }
        index += 1
        while index < bytes.count, bytes[index] != quote {
            switch bytes[index] {
            case UInt8(ascii: "<"): throw .badTag
            case UInt8(ascii: "&"): try reference()
            default: index += 1
            }
        }
        guard index < bytes.count else { throw .badTag }
        index += 1
    }

    /// `&amp;` and its like, or a character by its number.
    private mutating func reference() throws(MarkupFault) {
        index += 1
        let start = index
        while index < bytes.count, index - start < 10, bytes[index] != UInt8(ascii: ";") { index += 1 }
        guard index < bytes.count, bytes[index] == UInt8(ascii: ";") else { throw .badReference }
        let name = String(decoding: bytes[start..<index], as: UTF8.self)
        index += 1
        if ["amp", "lt", "gt", "quot", "apos"].contains(name) { return }
        guard name.hasPrefix("#") else { throw .badReference }
        let isHex = name.hasPrefix("#x")
        guard let code = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10), Unicode.Scalar(code) != nil
        else { throw .badReference }
    }

    private mutating func name() throws(MarkupFault) -> String {
        let start = index
        guard index < bytes.count, bytes[index].startsName else { throw .badTag }
        while index < bytes.count, bytes[index].goesOnName { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    @discardableResult
    private mutating func skipBlanks() -> Bool {
        let start = index
        while index < bytes.count, bytes[index].isBlank { index += 1 }
        return index > start
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index + count <= bytes.count else { return false }
        for offset in 0..<count where bytes[index + offset] != text.utf8Start[offset] { return false }
        index += count
        return true
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

    fileprivate var startsName: Bool {
        (self | 0x20) &- UInt8(ascii: "a") < 26 || self == UInt8(ascii: "_") || self == UInt8(ascii: ":")
            || self >= 0x80
    }

    fileprivate var goesOnName: Bool {
        startsName || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
    }
}
