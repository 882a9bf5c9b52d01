/// The words nearest to one that was mistyped.
enum Suggestion {
    /// At most three of `words`, nearest first, none further away than a third of its length.
    static func near(_ typed: String, among words: [String]) -> [String] {
        let typed = Array(typed.lowercased())
        let ranked = Set(words).compactMap { word -> (distance: Int, word: String)? in
            let letters = Array(word.lowercased())
            if letters.count > typed.count, typed.count >= 3, letters.starts(with: typed) { return (1, word) }
            let distance = distance(typed, letters)
            return distance <= max(1, min(typed.count, letters.count) / 3) ? (distance, word) : nil
        }
        return ranked.sorted { ($0.distance, $0.word) < ($1.distance, $1.word) }.prefix(3).map(\.word)
    }

    /// "did you mean `a` or `b`?", or nil when nothing is near.
    static func question(_ typed: String, among words: [String]) -> String? {
        let near = near(typed, among: words)
        guard let last = near.last else { return nil }
        let quoted = near.dropLast().map { "`\($0)`" }.joined(separator: ", ")
        return "Did you mean \(quoted.isEmpty ? "" : quoted + " or ")`\(last)`?"
    }

    /// Insertions, deletions, substitutions and swaps of neighbours that lead from one word to the other.
    static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for (i, letter) in a.enumerated() {
            var row = [i + 1]
            for (j, other) in b.enumerated() {
                var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (letter == other ? 0 : 1))
                if i > 0, j > 0, letter == b[j - 1], a[i - 1] == other { best = min(best, beforeLast[j - 1] + 1) }
                row.append(best)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
