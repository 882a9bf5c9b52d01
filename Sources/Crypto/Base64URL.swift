/// Bytes as base64url without padding, as JSON Web Signatures carry them (RFC 7515 §2).
package enum Base64URL {
    /// The URL-safe alphabet, no `=`.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        Base64Alphabet.urlSafe.encode(bytes, padding: false)
    }

    /// The bytes that `text` spells; nil for padding, a foreign character, an impossible length or stray bits at
    /// the end, so that one value has exactly one spelling.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        decode(text.utf8)
    }

    /// The bytes that ASCII `text` spells, under the same rules: the same without going through what every collection
    /// can do.
    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        text.withUnsafeBufferPointer { Base64Alphabet.urlSafe.decode($0) }
    }

    /// The bytes that ASCII `text` spells, under the same rules.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        Base64Alphabet.urlSafe.decode(text)
    }

    /// Decodes ASCII `text` under the same rules to memory with room for `byteCount(ofText:)` bytes.
    ///
    /// - Returns: whether it could be. If not, some bytes may have been written.
    package static func decode(
        _ text: UnsafeBufferPointer<UInt8>, into output: UnsafeMutablePointer<UInt8>?
    ) -> Bool {
        Base64Alphabet.urlSafe.decode(text, into: output)
    }

    /// How many bytes a text of so many characters spells.
    package static func byteCount(ofText count: Int) -> Int { Base64Alphabet.byteCount(ofText: count) }
}
