/// One option of a command, `--keyfile FILE` or the switch `--json`.
package struct Option: Equatable, Sendable {
    /// Without the dashes; words parted by `-`.
    package let name: String
    /// The one-letter spelling, as in `-c`.
    package let short: Character?
    /// What stands for the value in help. Nil makes it a switch.
    package let value: String?
    package let summary: String
    /// Other names that mean the same.
    package let spellings: [String]
    package let isRepeatable: Bool
    /// Understood, but not shown in help.
    package let isHidden: Bool

    package init(
        _ name: String, short: Character? = nil, value: String? = nil, spellings: [String] = [],
        isRepeatable: Bool = false, isHidden: Bool = false, _ summary: String
    ) {
        self.name = name
        self.short = short
        self.value = value
        self.summary = summary
        self.spellings = spellings
        self.isRepeatable = isRepeatable
        self.isHidden = isHidden
    }

    /// True for `text` (without dashes) in any spelling: `key-file`, `key_file`, `keyFile` and `keyfile` are one.
    func isSpelled(_ text: String) -> Bool {
        let folded = Option.folded(text)
        return Option.folded(name) == folded || spellings.contains { Option.folded($0) == folded }
    }

    private static func folded(_ text: String) -> String {
        text.filter { $0 != "-" && $0 != "_" }.lowercased()
    }
}
