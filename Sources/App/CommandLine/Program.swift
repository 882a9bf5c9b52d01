/// The command line as a whole: reads the words, runs the command, says how it ended.
package struct Program: Sendable {
    package let table: CommandTable

    package init(table: CommandTable = .hookline) {
        self.table = table
    }

    /// Runs one command line, without the name of the program.
    package func run(_ line: [String], in surroundings: Surroundings) -> ExitCode {
        _ = ProgramStart.instant
        do {
            switch try ArgumentParser(table: table).parse(line) {
            case .version:
                surroundings.terminal.write("hookline \(Version.text)\n", .results)
                return .success
            case .help(let topic, let asJSON):
                try showHelp(about: topic, asJSON: asJSON, in: surroundings)
                return .success
            case .run(let command, let arguments):
                return try command.run(Invocation(command: command, arguments: arguments, surroundings: surroundings))
            }
        } catch {
            var arguments = Arguments()
            if line.prefix(while: { $0 != "--" }).contains("--json") { arguments.options[Option.json.name] = [""] }
            Output(terminal: surroundings.terminal, arguments: arguments).failure(error)
            return error.code
        }
    }

    private func showHelp(about topic: [String], asJSON: Bool, in surroundings: Surroundings) throws(Failure) {
        let style = Style(isOn: surroundings.terminal.showsColours)
        if asJSON {
            surroundings.terminal.write(HelpDocument(table: table).json(about: topic).prettyPrinted() + "\n", .results)
            return
        }
        let help = HelpText(table: table, style: style)
        surroundings.terminal.write(try help.text(about: topic), .results)
    }
}
