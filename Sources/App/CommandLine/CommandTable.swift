/// All commands and the other spellings of them.
package struct CommandTable: Sendable {
    package let commands: [Command]
    package let aliases: [Alias]

    package init(commands: [Command], aliases: [Alias]) {
        self.commands = commands
        self.aliases = aliases
    }

    /// A command found among the first words of a line.
    struct Match {
        let command: Command
        let alias: Alias?
        /// How many words it took.
        let length: Int
    }

    func command(named name: String) -> Command? { commands.first { $0.name == name } }

    /// The longest command or alias that `words` begin with; a command before an alias of the same length.
    func match(_ words: [String]) -> Match? {
        var best: Match?
        for command in commands where words.starts(with: command.path) && command.path.count > best?.length ?? 0 {
            best = Match(command: command, alias: nil, length: command.path.count)
        }
        for alias in aliases {
            let path = alias.spelling.split(separator: " ").map(String.init)
            guard words.starts(with: path), path.count > best?.length ?? 0,
                let command = command(named: alias.command)
            else { continue }
            best = Match(command: command, alias: alias, length: path.count)
        }
        return best
    }

    /// The commands that begin with `words` and go on.
    func group(_ words: [String]) -> [Command] {
        commands.filter { $0.path.count > words.count && $0.path.starts(with: words) }
    }

    /// How else the command is called, for its help.
    func spellings(of command: Command) -> [String] {
        aliases.filter { $0.command == command.name }.map { $0.spelling.colonSpelling }
    }
}

extension String {
    /// `app create` as it was typed: `app:create`.
    fileprivate var colonSpelling: String { String(map { $0 == " " ? ":" : $0 }) }
}
