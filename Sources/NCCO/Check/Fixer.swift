/// Applies fixes until there are none left.
package enum Fixer {
    /// - Returns: the mended text, and how many findings that mended.
    package static func fixed(_ bytes: [UInt8]) -> (bytes: [UInt8], count: Int) {
        var bytes = bytes
        var count = 0
        // One fix can open the way for another: a misspelt option has its value checked once its name is right. Each round
        // mends something, and what it mends does not come back; the limit is for a mistake of ours.
        while count < 10_000 {
            let fixes = NCCOCheck.findings(in: bytes).compactMap(\.fix)
            if fixes.isEmpty { break }
            let (mended, applied) = apply(fixes, to: bytes)
            bytes = mended
            count += applied
        }
        return (bytes, count)
    }

    /// Applies those that do not touch the same bytes as an earlier one; the others wait for the next round.
    private static func apply(_ fixes: [Fix], to bytes: [UInt8]) -> (bytes: [UInt8], count: Int) {
        var edits: [Fix.Edit] = []
        var count = 0
        var end = -1
        for fix in fixes.sorted(by: { $0.span.lowerBound < $1.span.lowerBound }) where fix.span.lowerBound > end {
            edits += fix.edits
            end = fix.span.upperBound
            count += 1
        }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + 64)
        var place = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            output += bytes[place..<edit.range.lowerBound]
            output += edit.text.utf8
            place = edit.range.upperBound
        }
        output += bytes[place...]
        return (output, count)
    }
}

extension Fix {
    /// From its first byte to its last.
    fileprivate var span: Range<Int> {
        let start = edits.map(\.range.lowerBound).min() ?? 0
        return start..<max(start, edits.map(\.range.upperBound).max() ?? 0)
    }
}
