/// The rules for the letters of field names and values (RFC 9110 §5.1, §5.5, §5.6.2).
enum FieldName {
    /// Whether a name is the same, letter case apart.
    static func areEqual(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count
            && zip(left.utf8, right.utf8).allSatisfy { lowercased($0) == lowercased($1) }
    }

    /// Whether `count` bytes are `name`, which is in lower case, letter case apart.
    static func isEqual(_ bytes: UnsafePointer<UInt8>, count: Int, to name: StaticString) -> Bool {
        guard count == name.utf8CodeUnitCount else { return false }
        for index in 0..<count where lowercased(bytes[index]) != name.utf8Start[index] { return false }
        return true
    }

    static func isToken(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy(isTokenByte)
    }

    /// Whether a value has no control character.
    static func isPlain(_ value: String) -> Bool {
        value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }

    /// `tchar`: a letter, a digit, or one of ``!#$%&'*+-.^_`|~``.
    static func isTokenByte(_ byte: UInt8) -> Bool {
        if byte < 64 { return lowTokens >> UInt64(byte) & 1 == 1 }
        if byte < 128 { return highTokens >> UInt64(byte - 64) & 1 == 1 }
        return false
    }

    // One bit for each ASCII character: two words are quicker than a table and need no initialisation.
    private static var lowTokens: UInt64 { 0x03FF_6CFA_0000_0000 }
    private static var highTokens: UInt64 { 0x57FF_FFFF_C7FF_FFFE }
}
