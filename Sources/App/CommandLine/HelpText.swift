/// Help for people, made from the command table.
struct HelpText {
    let table: CommandTable
    let style: Style

    /// Help about a command, a group of commands, or everything.
    func text(about topic: [String]) throws(Failure) -> String {
        if topic.isEmpty { return overview() }
        let words = topic.flatMap { $0.split(separator: ":").map(String.init) }
        if let command = table.command(named: words.joined(separator: " ")) { return text(about: command) }
        let group = table.group(words)
        if !group.isEmpty { return text(of: group, named: words.joined(separator: " ")) }
        if let match = table.match(words) { return text(about: match.command) }
        let names = table.commands.map(\.name) + table.commands.map { $0.path[0] }
        throw .usage(
            "there is no command `\(words.joined(separator: " "))`",
            advice: Suggestion.question(words.joined(separator: " "), among: names)
                ?? "`hookline help` lists the commands.")
    }

    // MARK: Everything

    private func overview() -> String {
        var lines = [
            style.bold("hookline") + " – the server behind an in-app phone call, and the tool to run it", "",
            "Usage: hookline COMMAND [arguments] [options]", "",
        ]
        var nouns: [String] = []
        for command in table.commands where !nouns.contains(command.path[0]) { nouns.append(command.path[0]) }
        let width = (table.commands.map(\.name.count).max() ?? 0) + 2
        for noun in nouns {
            for command in table.commands where command.path[0] == noun {
                lines.append("  " + style.cyan(command.name.padded(to: width)) + command.summary)
            }
        }
        lines += ["", style.bold("Options of every command")] + optionLines(Option.everywhere)
        lines += ["", style.bold("Exit codes")]
        lines += ExitCode.allCases.map { code in
            "  " + String(repeating: " ", count: 3 - String(code.rawValue).count) + "\(code.rawValue)  \(code.meaning)"
        }
        lines += [
            "", "`hookline COMMAND --help` tells more; `hookline help --json` is the same for programs.",
            "Spellings of older tools work too: app:create, user:create name=alice, link:app, jwt:generate …", "",
        ]
        return lines.joined(separator: "\n")
    }

    private func text(of group: [Command], named name: String) -> String {
        let width = (group.map(\.name.count).max() ?? 0) + 2
        var lines = ["Usage: hookline \(name) COMMAND", ""]
        lines += group.map { "  " + style.cyan($0.name.padded(to: width)) + $0.summary }
        return (lines + ["", "`hookline \(name) COMMAND --help` tells more.", ""]).joined(separator: "\n")
    }

    // MARK: One command

    private func text(about command: Command) -> String {
        var lines = ["Usage: " + style.bold(command.usage), "", command.summary + "."]
        if let discussion = command.discussion { lines += ["", discussion] }
        if !command.positionals.isEmpty {
            let width = (command.positionals.map(\.name.count).max() ?? 0) + 2
            lines += ["", style.bold("Arguments")]
            lines += command.positionals.map { "  " + style.cyan($0.name.padded(to: width)) + $0.summary }
        }
        if !command.options.isEmpty { lines += ["", style.bold("Options")] + optionLines(command.options) }
        lines += ["", style.bold("Options of every command")] + optionLines(Option.everywhere)
        if !command.examples.isEmpty {
            lines += ["", style.bold("Examples")]
            for example in command.examples {
                lines += ["  " + style.dim("# " + example.summary), "  " + example.line]
            }
        }
        let spellings = table.spellings(of: command)
        if !spellings.isEmpty { lines += ["", "Also: " + spellings.joined(separator: ", ")] }
        if let appendix = command.appendix { lines += ["", appendix()] }
        return (lines + [""]).joined(separator: "\n")
    }

    private func optionLines(_ options: [Option]) -> [String] {
        let shown = options.filter { !$0.isHidden }
        let heads = shown.map { option in
            (option.short.map { "-\($0), " } ?? "    ") + "--" + option.name + (option.value.map { " " + $0 } ?? "")
        }
        let width = (heads.map(\.count).max() ?? 0) + 2
        return zip(heads, shown).map { head, option in
            "  " + style.cyan(head.padded(to: width)) + option.summary + (option.isRepeatable ? " (repeatable)" : "")
        }
    }
}
