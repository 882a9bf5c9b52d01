import JSON

/// Help for programs: the command table as JSON.
struct HelpDocument {
    let table: CommandTable

    /// The commands that begin with `topic`, with what all of them share.
    func json(about topic: [String]) -> JSONValue {
        let commands = table.commands.filter { $0.path.starts(with: topic) }
        let exits = ExitCode.allCases.map { code in
            object(
                ("code", .number(JSONNumber(Int(code.rawValue)))), ("name", .string(code.word)),
                ("meaning", .string(code.meaning)))
        }
        return object(
            ("name", .string("hookline")), ("version", .string(Version.text)),
            ("commands", .array(commands.map(json(of:)))),
            ("options", .array(Option.everywhere.filter { !$0.isHidden }.map(json(of:)))),
            ("exit_codes", .array(exits)))
    }

    private func json(of command: Command) -> JSONValue {
        object(
            ("command", .string(command.name)), ("summary", .string(command.summary)),
            ("usage", .string(command.usage)), ("discussion", command.discussion.map { .string($0) }),
            (
                "arguments",
                .array(
                    command.positionals.map { positional in
                        object(
                            ("name", .string(positional.name)), ("required", .bool(positional.arity == .required)),
                            ("repeats", .bool(positional.arity == .rest)), ("summary", .string(positional.summary)))
                    })
            ),
            ("options", .array(command.options.filter { !$0.isHidden }.map(json(of:)))),
            (
                "examples",
                .array(
                    command.examples.map { object(("line", .string($0.line)), ("summary", .string($0.summary))) })
            ),
            ("also", .array(table.spellings(of: command).map { .string($0) })))
    }

    private func json(of option: Option) -> JSONValue {
        object(
            ("name", .string("--" + option.name)), ("short", option.short.map { .string("-\($0)") }),
            ("value", option.value.map { .string($0) }), ("summary", .string(option.summary)),
            ("repeats", .bool(option.isRepeatable)))
    }

    private func object(_ members: (String, JSONValue?)...) -> JSONValue {
        var object = JSONObject()
        for (key, value) in members { object[key] = value }
        return .object(object)
    }
}
