extension ValueShape {
    /// What the value is, to end a sentence with.
    var words: String {
        switch self {
        case .any: "any value"
        case .boolean: "true or false"
        case .integer(let range):
            range.upperBound == Int.max
                ? "a whole number from \(range.lowerBound)"
                : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .number(let range):
            range.upperBound == Double.greatestFiniteMagnitude
                ? "a number" : "a number from \(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))"
        case .string(let text): text.words
        case .choice(let words):
            words.count == 1 ? "“\(words[0])”" : "one of " + words.map { "“\($0)”" }.joined(separator: ", ")
        case .phoneNumber: "a telephone number, 7 to 15 digits in a string"
        case .url: "an http or https URL in a string"
        case .urlArray: "an array of one URL"
        case .language: "the code of a language in a string, such as “en-GB”"
        case .array(let element, let count, _):
            count == 1...1
                ? "an array of one (\(element.words))"
                : count.upperBound == Int.max
                    ? "an array (each \(element.words))"
                    : "an array of \(count.lowerBound) to \(count.upperBound) (each \(element.words))"
        case .object: "an object"
        case .map: "an object"
        case .endpoint: "an array of one endpoint"
        }
    }

    private static func short(_ value: Double) -> String {
        value == value.rounded() ? String(Int(value)) : String(value)
    }
}
