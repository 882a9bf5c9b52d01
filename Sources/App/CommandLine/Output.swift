import JSON

/// What a command says: results on standard output, everything else on standard error.
package struct Output: Sendable {
    package let terminal: Terminal
    package let style: Style
    /// Results are JSON.
    package let isJSON: Bool
    /// Remarks are left out.
    package let isQuiet: Bool

    package init(terminal: Terminal, arguments: Arguments) {
        self.terminal = terminal
        style = Style(isOn: terminal.showsColours && !arguments.has(.noColor))
        isJSON = arguments.has(.json)
        isQuiet = arguments.has(.quiet)
    }

    /// One line of the result.
    package func line(_ text: String) {
        terminal.write(text + "\n", .results)
    }

    package func json(_ value: JSONValue) {
        terminal.write(value.prettyPrinted() + "\n", .results)
    }

    /// A table, or one line that says there is nothing: "No numbers".
    package func table(_ table: Table, orElse empty: String) {
        if table.rows.isEmpty { return line(empty) }
        for text in table.lines(width: terminal.width, style: style) { line(text) }
    }

    /// Names and values below one another; those without a value are left out.
    package func details(_ pairs: [(name: String, value: String?)]) {
        let width = (pairs.map(\.name.columns).max() ?? 0) + 1
        for (name, value) in pairs {
            guard let value else { continue }
            line(style.dim((name + ":").padded(to: width)) + " " + value.printable)
        }
    }

    /// That something was done: `text`, or `json` when JSON is wanted.
    package func done(_ text: String, _ json: JSONValue) {
        if isJSON { self.json(json) } else { line(text.printable) }
    }

    /// Something worth knowing besides the result.
    package func remark(_ text: String) {
        if !isQuiet { terminal.write(text + "\n", .remarks) }
    }

    /// Something that may go wrong later.
    package func warning(_ text: String) {
        terminal.write("hookline: warning: \(text)\n", .remarks)
    }

    package func failure(_ failure: Failure) {
        if isJSON { return terminal.write(failure.json.prettyPrinted() + "\n", .remarks) }
        let style = Style(isOn: style.isOn)
        var text = "hookline: " + style.red(failure.message.printable) + "\n"
        if let advice = failure.advice {
            for line in advice.split(separator: "\n") { text += "  " + String(line).printable + "\n" }
        }
        terminal.write(text, .remarks)
    }

    /// Asks `question` on the terminal. Without a terminal nothing is asked and nothing is done.
    package func confirm(_ question: String, unless isConfirmed: Bool) throws(Failure) {
        if isConfirmed { return }
        guard terminal.canAsk else {
            throw .refused("\(question): not confirmed", advice: "Add --yes to do it without being asked.")
        }
        terminal.write("\(question.printable)? [y/N] ", .remarks)
        guard let answer = terminal.readLine() else { throw Failure(.interrupted, "no answer") }
        guard ["y", "yes", "confirm"].contains(answer.lowercased()) else { throw .refused("nothing was changed") }
    }
}
