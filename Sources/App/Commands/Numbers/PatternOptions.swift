/// The options that pick numbers by their digits.
enum PatternOptions {
    private static let pattern = Option(
        "pattern", value: "DIGITS", "Only numbers with these digits; 4477* begins, *900 ends with them")
    private static let searchPattern = Option(
        "search-pattern", value: "WHERE", "Where the digits stand: starts, contains or ends")
    private static let startsWith = Option("starts-with", value: "DIGITS", isHidden: true, "Begins with these digits")
    private static let endsWith = Option("ends-with", value: "DIGITS", isHidden: true, "Ends with these digits")
    private static let contains = Option("contains", value: "DIGITS", isHidden: true, "Holds these digits")

    static let all = [pattern, searchPattern, startsWith, endsWith, contains]

    /// The query's `pattern` and `search_pattern` (0 starts, 1 contains, 2 ends).
    static func query(_ arguments: Arguments) throws(Failure) -> [(String, String?)] {
        for (option, place) in [(startsWith, 0), (contains, 1), (endsWith, 2)] {
            if let digits = arguments[option] { return [("pattern", digits), ("search_pattern", "\(place)")] }
        }
        guard let text = arguments[pattern] else { return [] }
        let digits = text.filter { $0 != "*" }
        let places = ["starts", "contains", "ends"]
        let named = try arguments.choice(searchPattern, of: places + ["0", "1", "2"])
        let place = named.flatMap { places.firstIndex(of: $0) ?? Int($0) }
        return [("pattern", digits), ("search_pattern", "\(place ?? starred(text))")]
    }

    private static func starred(_ text: String) -> Int {
        if text.hasSuffix("*") { return 0 }
        return text.hasPrefix("*") ? 2 : 1
    }
}
