/// Chooses the saved server that commands talk to.
enum ProfileUse {
    static let command = Command(
        "profile use", "Choose the saved server that commands talk to",
        positionals: [Positional("NAME", "Of the profile")], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let name = try invocation.arguments.required(0)
        var file = try ProfileFile(in: invocation.surroundings)
        guard file[name] != nil else {
            let known = file.profiles.map(\.name)
            throw Failure(
                .notFound, "there is no profile `\(name)`",
                advice: Suggestion.question(name, among: known) ?? "`hookline profile list` shows those there are.")
        }
        file.current = name
        try file.write(in: invocation.surroundings)
        invocation.output.done("Using profile \(name)", ["profile": .string(name)])
        return .success
    }
}
