/// The name of a user, by which tokens and NCCOs know them.
///
/// Two names are the same if they are canonically equivalent (`é` in one character or in two); letter case tells names
/// apart. The spelling is kept.
package struct UserName: Hashable, Sendable {
    package let text: String

    /// The longest name, in bytes of UTF-8.
    package static let maximumLength = 255

    /// Fails if `text` is blank or too long, or holds characters that are not to be printed: controls, line ends, and
    /// marks that turn the writing direction around.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        // Most names are plain letters.
        let isPlain = text.withBytes { !$0.isEmpty && $0.allSatisfy { $0 > 0x20 && $0 < 0x7F } }
        guard isPlain || !text.allSatisfy(\.isWhitespace) && text.unicodeScalars.allSatisfy(Self.isPrintable) else {
            return nil
        }
        self.text = text
    }

    package init?(_ text: Substring) {
        self.init(String(text))
    }

    /// The name in normalisation form C: the same text for every spelling of the name.
    package var normalized: String { text.normalizedForComparison }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF: false
        default: true
        }
    }
}

extension UserName: CustomStringConvertible {
    package var description: String { text }
}
