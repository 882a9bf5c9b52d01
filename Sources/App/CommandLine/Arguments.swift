/// What was typed after the words of a command.
package struct Arguments: Equatable, Sendable {
    package var positionals: [String] = []
    /// Values by the option's name; a switch has one empty value each time it was given.
    package var options: [String: [String]] = [:]

    package init(positionals: [String] = [], options: [String: [String]] = [:]) {
        self.positionals = positionals
        self.options = options
    }

    /// The value given last.
    package subscript(option: Option) -> String? { options[option.name]?.last }

    package func all(_ option: Option) -> [String] { options[option.name] ?? [] }

    package func has(_ option: Option) -> Bool { options[option.name] != nil }

    /// The positional at `index`, counted from 0.
    package subscript(index: Int) -> String? { index < positionals.count ? positionals[index] : nil }

    /// The positional at `index`, which the parser has made sure of.
    package func required(_ index: Int) throws(Failure) -> String {
        guard let value = self[index] else { throw .usage("argument \(index + 1) is missing") }
        return value
    }

    package func integer(_ option: Option, in range: ClosedRange<Int>) throws(Failure) -> Int? {
        guard let text = self[option] else { return nil }
        guard let value = Int(text) else { throw .usage("--\(option.name): \(text) is not a whole number") }
        guard range.contains(value) else {
            throw .usage("--\(option.name): \(value) is not between \(range.lowerBound) and \(range.upperBound)")
        }
        return value
    }

    /// A value that is one of a few words, in any case.
    package func choice(_ option: Option, of words: [String]) throws(Failure) -> String? {
        guard let text = self[option] else { return nil }
        guard let word = words.first(where: { $0.lowercased() == text.lowercased() }) else {
            throw .usage("--\(option.name): \(text) is not one of \(words.joined(separator: ", "))")
        }
        return word
    }
}
