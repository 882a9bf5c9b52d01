extension String {
    /// The text, or as much of its beginning as fits `limit` bytes together with a final `…`.
    ///
    /// Cut between characters; within one only when the very first is too long.
    func shortened(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let ellipsis = "…"
        let room = limit - ellipsis.utf8.count
        guard room > 0 else { return "" }

        var count = 0
        var end = startIndex
        for index in indices {
            let next = self.index(after: index)
            count += self[index..<next].utf8.count
            guard count <= room else { break }
            end = next
        }
        if end == startIndex {
            count = 0
            for index in unicodeScalars.indices {
                count += UTF8.width(unicodeScalars[index])
                guard count <= room else { break }
                end = unicodeScalars.index(after: index)
            }
        }
        return self[..<end] + ellipsis
    }
}
