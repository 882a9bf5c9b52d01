/// A line of a text with marks under a part of it, cut to the width there is.
struct Excerpt: Equatable {
    let text: String
    /// Carets under the part, blanks in front.
    let marks: String

    /// - Parameters:
    ///   - range: bytes of the text; marked as far as they stand in the line in which they begin.
    ///   - width: columns, 20 at least.
    /// - Returns: nil where there is nothing to show.
    init?(of bytes: [UInt8], at range: Range<Int>, width: Int) {
        let newline = UInt8(ascii: "\n")
        let start = min(range.lowerBound, bytes.count)
        // A line may be as long as the text; what is shown of it is not.
        let reach = width * 4
        let front = bytes[max(0, start - reach)..<start]
        let lineStart = front.lastIndex(of: newline).map { $0 + 1 } ?? front.startIndex
        let back = bytes[start..<min(bytes.count, start + reach)]
        let lineEnd = back.firstIndex(of: newline) ?? back.endIndex
        guard lineStart < lineEnd else { return nil }
        let markEnd = min(max(range.upperBound, start), lineEnd)

        var before = Self.shown(bytes[lineStart..<start].drop { $0 & 0xC0 == 0x80 })
        let isCutInFront = lineStart == front.startIndex && lineStart > 0 && bytes[lineStart - 1] != newline
        let room = width / 2
        if before.columns > room || isCutInFront {
            while before.columns >= room { before.removeFirst() }
            before = "…" + before
        }
        let marked = Self.shown(bytes[start..<markEnd])
        let rest = Self.shown(bytes[markEnd..<lineEnd])
        let behind = (marked + rest).cut(to: width - before.columns)
        text = before + behind
        let count = max(1, min(marked.columns, behind.columns))
        marks = String(repeating: " ", count: before.columns) + String(repeating: "^", count: count)
    }

    private static func shown(_ bytes: ArraySlice<UInt8>) -> String {
        var text = String(decoding: bytes, as: UTF8.self)
        if text.hasPrefix("\u{FEFF}") { text.unicodeScalars.removeFirst() }
        if text.hasSuffix("\r") { text.removeLast() }
        return text.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "    ").printable
    }
}
