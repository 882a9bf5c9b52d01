/// How much of JSON a reader takes.
package struct JSONLimits: Hashable, Sendable {
    /// The longest text, in bytes.
    package var maximumBytes: Int
    /// How deep arrays and objects may nest. The parser recurses, so this is also its stack: at most 512.
    package var maximumDepth: Int
    /// What a key that stands twice in an object means.
    package var duplicateKeys: DuplicateKeys
    /// Whether three bytes EF BB BF in front are passed over; RFC 8259 §8.1 allows that.
    package var skipsByteOrderMark: Bool

    package enum DuplicateKeys: Hashable, Sendable {
        case refused
        /// As most parsers have it, `JSON.parse` among them.
        case lastWins
    }

    package init(
        maximumBytes: Int = 1 << 20, maximumDepth: Int = 64, duplicateKeys: DuplicateKeys = .refused,
        skipsByteOrderMark: Bool = true
    ) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = min(max(maximumDepth, 1), 512)
        self.duplicateKeys = duplicateKeys
        self.skipsByteOrderMark = skipsByteOrderMark
    }

    /// What the platform sends: taken as leniently as the text can be understood at all.
    package static let webhook = JSONLimits(duplicateKeys: .lastWins)

    /// What people and programs write for us: a key that stands twice is their mistake, and they are told.
    package static let request = JSONLimits()

    /// Nothing beside the grammar.
    package static let strict = JSONLimits(skipsByteOrderMark: false)
}
