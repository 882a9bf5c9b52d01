/// One thing `hookline` can do: its words, what it takes, and the function that does it.
package struct Command: Sendable {
    package struct Example: Equatable, Sendable {
        package let line: String
        package let summary: String

        package init(_ line: String, _ summary: String) {
            self.line = line
            self.summary = summary
        }
    }

    /// The words that call it, `["apps", "create"]`.
    package let path: [String]
    /// One line, a sentence without a full stop.
    package let summary: String
    /// Paragraphs for `--help`, already wrapped.
    package let discussion: String?
    package let positionals: [Positional]
    package let options: [Option]
    package let examples: [Example]
    /// More for `--help`, made only when it is asked for.
    package let appendix: (@Sendable () -> String)?
    package let run: @Sendable (Invocation) throws(Failure) -> ExitCode

    package init(
        _ path: String, _ summary: String, discussion: String? = nil, positionals: [Positional] = [],
        options: [Option] = [], examples: [Example] = [], appendix: (@Sendable () -> String)? = nil,
        run: @escaping @Sendable (Invocation) throws(Failure) -> ExitCode
    ) {
        self.path = path.split(separator: " ").map(String.init)
        self.summary = summary
        self.discussion = discussion
        self.positionals = positionals
        self.options = options
        self.examples = examples
        self.appendix = appendix
        self.run = run
    }

    /// The words, parted by blanks.
    package var name: String { path.joined(separator: " ") }

    /// The line help begins with.
    package var usage: String {
        (["hookline"] + path + positionals.map(\.usage) + (options.isEmpty ? [] : ["[options]"])).joined(separator: " ")
    }
}
