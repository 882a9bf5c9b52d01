/// Why a text is not JSON, and where.
package struct JSONError: Error, Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case tooLong(limit: Int)
        case tooDeep(limit: Int)
        case empty
        case byteOrderMark
        case unexpectedEnd
        case unexpected(UInt8)
        case trailingText
        case badNumber
        case badEscape
        case loneSurrogate
        case controlCharacterInString
        case invalidUTF8
        case duplicateKey(String)
    }

    package var kind: Kind
    /// Bytes before the place.
    package var offset: Int
    /// Counted from 1.
    package var line: Int
    /// Characters of the line up to the place, counted from 1.
    package var column: Int

    init(_ kind: Kind, at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        self.kind = kind
        self.offset = offset
        let place = TextPlace(of: offset, in: bytes)
        line = place.line
        column = place.column
    }
}

extension JSONError: CustomStringConvertible {
    /// `line 3, column 7: a comma or … expected`.
    package var description: String { "line \(line), column \(column): \(reason)" }

    /// What is wrong, without the place.
    package var reason: String {
        switch kind {
        case .tooLong(let limit): "the text is longer than \(limit) bytes"
        case .tooDeep(let limit): "arrays and objects nest deeper than \(limit)"
        case .empty: "the text is empty"
        case .byteOrderMark: "a byte order mark stands in front of the text"
        case .unexpectedEnd: "the text ends too early"
        case .unexpected(let byte): "unexpected \(Self.name(of: byte))"
        case .trailingText: "something follows the value"
        case .badNumber: "malformed number"
        case .badEscape: "malformed escape in a string"
        case .loneSurrogate: "half of a surrogate pair in a string"
        case .controlCharacterInString: "a control character in a string must be escaped"
        case .invalidUTF8: "the text is not UTF-8"
        case .duplicateKey(let key): "the key \(JSONValue.string(key).serializedText) stands twice in one object"
        }
    }

    private static func name(of byte: UInt8) -> String {
        (0x21...0x7E).contains(byte)
            ? "‘\(Character(Unicode.Scalar(byte)))’"
            : "byte 0x\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
    }
}
