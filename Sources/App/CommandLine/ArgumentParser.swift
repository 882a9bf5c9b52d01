/// Turns the words of a command line into a command and its arguments.
struct ArgumentParser {
    /// What a command line asks for.
    enum Request {
        case run(Command, Arguments)
        /// Help about the words that follow; about everything when there are none.
        case help([String], asJSON: Bool)
        case version
    }

    let table: CommandTable

    func parse(_ line: [String]) throws(Failure) -> Request {
        var rest = line[...]
        var arguments = Arguments()
        while let first = rest.first, first.hasPrefix("-"), first != "-", first != "--" {
            try readOption(&rest, of: nil, into: &arguments)
        }
        if arguments.has(.version) { return .version }

        let words = ArgumentParser.words(of: rest)
        guard !words.isEmpty else { return .help([], asJSON: arguments.has(.json)) }
        if words.first == "help" {
            var tail = rest.dropFirst()
            let topic = ArgumentParser.words(of: tail)
            tail = tail.drop { !$0.hasPrefix("-") }
            while !tail.isEmpty { try readOption(&tail, of: nil, into: &arguments) }
            return .help(topic, asJSON: arguments.has(.json))
        }

        let asksForHelp = arguments.has(.help) || rest.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
        let match = try match(
            words, wordsInFirst: ArgumentParser.words(of: rest.prefix(1)).count, asksForHelp: asksForHelp)
        guard let match else { return .help(words, asJSON: rest.contains("--json") || arguments.has(.json)) }
        if asksForHelp { return .help(match.command.path, asJSON: rest.contains("--json") || arguments.has(.json)) }

        rest = ArgumentParser.dropWords(match.length, from: rest)
        if let alias = match.alias { rest = alias.rewritten(Array(rest))[...] }
        try readArguments(&rest, of: match.command, into: &arguments)
        if arguments.has(.help) { return .help(match.command.path, asJSON: arguments.has(.json)) }
        try checkPositionals(arguments, of: match.command)
        return .run(match.command, arguments)
    }

    // MARK: Words

    /// The words before the first option; `app:create` counts as two.
    private static func words(of rest: ArraySlice<String>) -> [String] {
        var words: [String] = []
        for (index, word) in rest.enumerated() {
            if word.hasPrefix("-") { break }
            if index == 0 {
                words += word.split(separator: ":", omittingEmptySubsequences: true).map(String.init)
            } else {
                words.append(word)
            }
        }
        return words
    }

    /// `rest` without its first `count` words, counted as `words(of:)` does.
    private static func dropWords(_ count: Int, from rest: ArraySlice<String>) -> ArraySlice<String> {
        guard let first = rest.first else { return rest }
        let inFirst = first.split(separator: ":").count
        return rest.dropFirst(1 + max(0, count - inFirst))
    }

    /// Nil when the words name a group of commands and help about it is what is wanted.
    private func match(
        _ words: [String], wordsInFirst: Int, asksForHelp: Bool
    ) throws(Failure) -> CommandTable.Match? {
        if let match = table.match(words), match.length >= wordsInFirst { return match }
        if asksForHelp, !table.group(words).isEmpty { return nil }
        if !table.group(words).isEmpty {
            if let list = table.command(named: (words + ["list"]).joined(separator: " ")) {
                return CommandTable.Match(command: list, alias: nil, length: words.count)
            }
            return nil
        }
        throw unknownCommand(words)
    }

    private func unknownCommand(_ words: [String]) -> Failure {
        let names = table.commands.map(\.name) + table.commands.map { $0.path[0] }
        for known in [names, table.aliases.map(\.spelling)] {
            for count in [3, 2, 1] where words.count >= count {
                let typed = words.prefix(count).joined(separator: " ")
                if let question = Suggestion.question(typed, among: known) {
                    return .usage("there is no command `\(typed)`", advice: question)
                }
            }
        }
        let group = table.group(Array(words.prefix(1)))
        let advice =
            group.isEmpty
            ? "`hookline help` lists the commands."
            : "There is " + group.map { "`\($0.name)`" }.joined(separator: ", ") + "."
        return .usage("there is no command `\(words.prefix(2).joined(separator: " "))`", advice: advice)
    }

    // MARK: Options

    private func readArguments(
        _ rest: inout ArraySlice<String>, of command: Command, into arguments: inout Arguments
    ) throws(Failure) {
        while let argument = rest.first {
            if argument == "--" {
                arguments.positionals += rest.dropFirst()
                return
            }
            if argument.hasPrefix("-"), argument != "-" {
                try readOption(&rest, of: command, into: &arguments)
            } else {
                arguments.positionals.append(argument)
                rest = rest.dropFirst()
            }
        }
    }

    /// Reads one option and its value from the front of `rest`.
    private func readOption(
        _ rest: inout ArraySlice<String>, of command: Command?, into arguments: inout Arguments
    ) throws(Failure) {
        guard let argument = rest.popFirst() else { return }
        let (option, attached) = try find(argument, of: command)
        guard let placeholder = option.value else {
            if let attached { throw .usage("--\(option.name) takes no value, but `\(attached)` was given") }
            arguments.options[option.name, default: []].append("")
            return
        }
        let value: String
        if let attached {
            value = attached
        } else {
            guard let next = rest.first, !isKnownOption(next, of: command) else {
                throw .usage(
                    "--\(option.name) needs a value: --\(option.name) \(placeholder)",
                    advice: rest.first.map { "For a value that looks like an option: --\(option.name)=\($0)" })
            }
            value = next
            rest = rest.dropFirst()
        }
        if !option.isRepeatable, let before = arguments[option], before != value {
            throw .usage("--\(option.name) was given twice")
        }
        arguments.options[option.name, default: []].append(value)
    }

    private func options(of command: Command?) -> [Option] { (command?.options ?? []) + Option.everywhere }

    /// The option that `argument` spells, and the value that hangs on it.
    private func find(_ argument: String, of command: Command?) throws(Failure) -> (Option, attached: String?) {
        let known = options(of: command)
        if argument.hasPrefix("--") {
            let body = argument.dropFirst(2)
            let parts = body.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if let option = known.first(where: { $0.isSpelled(name) }) {
                return (option, parts.count == 2 ? String(parts[1]) : nil)
            }
            throw unknownOption("--" + name, of: command)
        }
        let letters = argument.dropFirst()
        guard let letter = letters.first, let option = known.first(where: { $0.short == letter }) else {
            throw unknownOption(argument, of: command)
        }
        let attached = letters.dropFirst()
        if attached.isEmpty { return (option, nil) }
        return (option, String(attached.first == "=" ? attached.dropFirst() : attached))
    }

    private func isKnownOption(_ argument: String, of command: Command?) -> Bool {
        guard argument.hasPrefix("--") else { return false }
        return (try? find(argument, of: command)) != nil
    }

    private func unknownOption(_ argument: String, of command: Command?) -> Failure {
        let names = options(of: command).filter { !$0.isHidden }.map { "--" + $0.name }
        let help = "`hookline \(command.map { $0.name + " " } ?? "")--help` lists the options."
        let place = command.map { "`\($0.name)` has no option" } ?? "there is no option"
        let question = Suggestion.question(argument, among: names).map { $0 + "\n" } ?? ""
        return .usage("\(place) `\(argument)`", advice: question + help)
    }

    // MARK: Positionals

    private func checkPositionals(_ arguments: Arguments, of command: Command) throws(Failure) {
        let given = arguments.positionals.count
        let needed = command.positionals.prefix { $0.arity == .required }
        if given < needed.count {
            throw .usage("`\(command.name)` needs \(needed[given].name)", advice: "Usage: \(command.usage)")
        }
        let takesMore = command.positionals.last?.arity == .rest
        if given > command.positionals.count, !takesMore {
            let surplus = arguments.positionals[command.positionals.count]
            if command.positionals.isEmpty, command.path.last == "list" {
                throw unknownCommand(Array(command.path.dropLast()) + [surplus])
            }
            throw .usage("unexpected argument `\(surplus)`", advice: "Usage: \(command.usage)")
        }
    }
}
