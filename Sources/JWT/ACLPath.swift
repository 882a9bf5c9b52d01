/// Paths of requests, and the patterns of access lists that they are held against, segment by segment.
enum ACLPath {
    enum Segment: Equatable, Sendable {
        /// `**`: any number of segments, none included.
        case anySegments
        /// One segment; a `*` in it stands for any run of bytes. `*` alone needs at least one.
        case one([UInt8])
    }

    private static let star = UInt8(ascii: "*")

    static func pattern(_ text: String) -> [Segment] {
        text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            $0.elementsEqual("**".utf8) ? .anySegments : .one(Array($0))
        }
    }

    /// The segments of a request path, percent-decoded, dot segments resolved; the query is cut off.
    ///
    /// Nil when the path does not begin with a slash, or has a slash or backslash in encoded form.
    static func segments(ofRequest path: String) -> [[UInt8]]? {
        let bytes = path.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard bytes.first == UInt8(ascii: "/") else { return nil }
        var segments: [[UInt8]] = []
        for part in bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            let segment = decoded(part)
            guard !segment.contains(UInt8(ascii: "/")), !segment.contains(UInt8(ascii: "\\")) else { return nil }
            if segment.elementsEqual("..".utf8) {
                _ = segments.popLast()
            } else if !segment.elementsEqual(".".utf8) {
                segments.append(segment)
            }
        }
        return segments
    }

    /// Whether the segments fit the pattern. Takes time in proportion to the product of both lengths at most.
    static func matches(_ segments: [[UInt8]], _ pattern: [Segment]) -> Bool {
        // reachable[n]: the pattern so far fits the first n segments.
        var reachable = [Bool](repeating: false, count: segments.count + 1)
        reachable[0] = true
        for part in pattern {
            switch part {
            case .anySegments:
                guard let first = reachable.firstIndex(of: true) else { return false }
                for count in first...segments.count { reachable[count] = true }
            case .one(let glob):
                for count in stride(from: segments.count, to: 0, by: -1) {
                    reachable[count] = reachable[count - 1] && matches(segments[count - 1], glob)
                }
                reachable[0] = false
            }
        }
        return reachable[segments.count]
    }

    private static func matches(_ text: [UInt8], _ glob: [UInt8]) -> Bool {
        if glob == [star] { return !text.isEmpty }
        var position = 0
        var globPosition = 0
        /// Where the last star stands and how far it has eaten, to go back to.
        var lastStar: (glob: Int, text: Int)?
        while position < text.count {
            if globPosition < glob.count, glob[globPosition] == star {
                lastStar = (globPosition, position)
                globPosition += 1
            } else if globPosition < glob.count, glob[globPosition] == text[position] {
                globPosition += 1
                position += 1
            } else if let star = lastStar {
                lastStar = (star.glob, star.text + 1)
                globPosition = star.glob + 1
                position = star.text + 1
            } else {
                return false
            }
        }
        return glob[globPosition...].allSatisfy { $0 == star }
    }

    /// Percent-decodes; what is not an escape stays as it is.
    private static func decoded(_ text: Substring.UTF8View) -> [UInt8] {
        func value(_ byte: UInt8) -> UInt8? { Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init) }
        let bytes = Array(text)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = value(bytes[index + 1]),
                let low = value(bytes[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }
}
