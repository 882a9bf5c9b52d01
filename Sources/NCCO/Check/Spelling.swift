/// What somebody may have meant by a word that is not known.
enum Spelling {
    /// The word without what people mix up: letter case, underscores and hyphens.
    static func folded(_ word: String) -> String { word.lowercased().filter { $0 != "_" && $0 != "-" } }

    /// The nearest of `words`, if it is not further away than a third of its length.
    static func nearest(to typed: String, among words: [String]) -> String? {
        let letters = Array(folded(typed).prefix(64))
        var best: (distance: Int, word: String)?
        for word in words {
            let other = Array(folded(word))
            let distance = distance(letters, other)
            guard distance <= max(1, min(letters.count, other.count) / 3), distance < best?.distance ?? Int.max else {
                continue
            }
            best = (distance, word)
        }
        return best?.word
    }

    /// Insertions, deletions, substitutions and swaps of neighbours that lead from one word to the other.
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, beforeLast[j - 1] + 1) }
                row.append(least)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
