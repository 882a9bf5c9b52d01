/// A change of the text that mends a finding and means what the writer meant. Whatever it does not touch stays as it is,
/// blanks included.
package struct Fix: Equatable, Sendable {
    package struct Edit: Equatable, Sendable {
        /// Bytes of the text.
        package var range: Range<Int>
        package var text: String
    }

    package var edits: [Edit]

    init(_ edits: [Edit]) {
        self.edits = edits
    }

    /// Puts `text` in the place of some bytes.
    static func replacing(_ range: Range<Int>, with text: String) -> Fix { Fix([Edit(range: range, text: text)]) }

    /// Puts a value into brackets.
    static func wrapping(_ range: Range<Int>) -> Fix {
        Fix([
            Edit(range: range.lowerBound..<range.lowerBound, text: "["),
            Edit(range: range.upperBound..<range.upperBound, text: "]"),
        ])
    }
}
