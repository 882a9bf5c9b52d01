/// Bytes as base64 with padding, RFC 4648 §4.
package enum Base64 {
    /// Four characters for three bytes, padded with `=`.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        Base64Alphabet.standard.encode(bytes, padding: true)
    }

    /// The bytes that `text` spells; nil for a foreign character, wrong padding or stray bits at the end.
    ///
    /// With `ignoringWhitespace`, blanks and line ends do not count, as PEM files have them.
    package static func decode(_ text: some StringProtocol, ignoringWhitespace: Bool = false) -> [UInt8]? {
        decode(text.utf8, ignoringWhitespace: ignoringWhitespace)
    }

    /// The bytes that ASCII `text` spells, under the same rules.
    package static func decode(_ text: some Collection<UInt8>, ignoringWhitespace: Bool = false) -> [UInt8]? {
        let characters = ignoringWhitespace ? text.filter { !isWhitespace($0) } : Array(text)
        guard characters.count.isMultiple(of: 4) else { return nil }
        let padding = characters.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        return Base64Alphabet.standard.decode(characters.dropLast(padding))
    }
}
