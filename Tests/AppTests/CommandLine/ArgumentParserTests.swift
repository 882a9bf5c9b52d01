import Testing

@testable import App

struct ArgumentParserTests {
    private static let name = Option("name", short: "n", value: "NAME", "A name")
    private static let tag = Option("tag-name", value: "TAG", isRepeatable: true, "A tag")
    private static let force = Option("force", "A switch")
    private static let parser = ArgumentParser(
        table: CommandTable(
            commands: [
                command("apps create", [Positional("NAME", "n"), Positional("URL", .optional, "u")]),
                command("apps list", []), command("apps keys import", [Positional("APP", "a")]),
                command("users create", [Positional("REST", .rest, "r")]),
            ],
            aliases: [
                Alias("app create", "apps create"), Alias("user create", "users create", .pairs),
            ]))

    private static func command(_ path: String, _ positionals: [Positional]) -> Command {
        Command(path, "s", positionals: positionals, options: [name, tag, force]) { _ in .success }
    }

    private func parse(_ line: String...) throws -> (name: String, arguments: Arguments) {
        guard case .run(let command, let arguments) = try Self.parser.parse(line) else {
            throw Failure(.usage, "help")
        }
        return (command.name, arguments)
    }

    @Test func readsBothSpellingsOfAValue() throws {
        let (name, arguments) = try parse("apps", "create", "A", "--name", "x", "--tag-name=y", "--force")

        #expect(name == "apps create")
        #expect(arguments.positionals == ["A"])
        #expect(arguments[Self.name] == "x")
        #expect(arguments[Self.tag] == "y")
        #expect(arguments.has(Self.force))
    }

    @Test(arguments: ["--tag-name", "--tag_name", "--tagName", "--TAGNAME"])
    func optionsHaveOneNameInSeveralSpellings(option: String) throws {
        #expect(try parse("apps", "list", option, "y").arguments[Self.tag] == "y")
    }

    @Test(arguments: [["-n", "x"], ["-nx"], ["-n=x"]])
    func readsShortOptions(words: [String]) throws {
        guard case .run(_, let arguments) = try Self.parser.parse(["apps", "list"] + words) else { return }
        #expect(arguments[Self.name] == "x")
    }

    @Test func valuesMayBeginWithADashOrBeEmpty() throws {
        #expect(try parse("apps", "list", "--name=-s3cret").arguments[Self.name] == "-s3cret")
        #expect(try parse("apps", "list", "--name", "-s3cret").arguments[Self.name] == "-s3cret")
        #expect(try parse("apps", "list", "--name", "").arguments[Self.name] == "")
        #expect(try parse("apps", "list", "--name=").arguments[Self.name] == "")
        #expect(try parse("apps", "list", "--name=a=b").arguments[Self.name] == "a=b")
    }

    @Test func nothingAfterTwoDashesIsAnOption() throws {
        #expect(
            try parse("users", "create", "--force", "--", "--name", "-x").arguments.positionals == ["--name", "-x"])
    }

    @Test func optionsOfEveryCommandMayComeFirst() throws {
        let (name, arguments) = try parse("--json", "--url", "http://h", "apps", "list")

        #expect(name == "apps list")
        #expect(arguments.has(.json))
        #expect(arguments[.url] == "http://h")
    }

    @Test func repeatsWhatMayBeRepeatedOnly() throws {
        #expect(try parse("apps", "list", "--tag-name", "a", "--tag-name", "b").arguments.all(Self.tag) == ["a", "b"])
        #expect(throws: Failure(.usage, "--name was given twice")) {
            try parse("apps", "list", "--name", "a", "--name", "b")
        }
    }

    @Test(arguments: [
        (["apps", "create", "A"], "apps create"), (["app:create", "A"], "apps create"),
        (["apps:create", "A"], "apps create"), (["app", "create", "A"], "apps create"),
        (["apps"], "apps list"), (["apps", "--json"], "apps list"),
        (["apps", "keys", "import", "A"], "apps keys import"),
        (["user:create", "name=alice"], "users create"),
    ])
    func findsTheCommand(line: [String], name: String) throws {
        guard case .run(let command, _) = try Self.parser.parse(line) else {
            Issue.record("no command")
            return
        }
        #expect(command.name == name)
    }

    @Test func pairsOfAnOldSpellingAreOptions() throws {
        let (_, arguments) = try parse("user:create", "name=alice", "tag_name=a=b")

        #expect(arguments[Self.name] == "alice")
        #expect(arguments[Self.tag] == "a=b")
    }

    @Test(arguments: [
        ([], []), (["help"], []), (["--help"], []), (["-h"], []), (["apps", "create", "--help"], ["apps", "create"]),
        (["app:create", "-h"], ["apps", "create"]), (["apps", "--help"], ["apps"]), (["help", "apps"], ["apps"]),
        (["apps", "keys"], ["apps", "keys"]),
    ])
    func showsHelp(line: [String], topic: [String]) throws {
        guard case .help(let words, asJSON: false) = try Self.parser.parse(line) else {
            Issue.record("no help")
            return
        }
        #expect(words == topic)
    }

    private static let mistakes: [(String, String, String?)] = [
        ("apps craete", "there is no command `apps craete`", "Did you mean `apps create`?"),
        ("app:craete", "there is no command `app craete`", "Did you mean `apps create`?"),
        ("apps create", "`apps create` needs NAME", "Usage: hookline apps create NAME [URL] [options]"),
        ("apps create A B C", "unexpected argument `C`", "Usage: hookline apps create NAME [URL] [options]"),
        (
            "apps list --nmae x", "`apps list` has no option `--nmae`",
            "Did you mean `--name`?\n`hookline apps list --help` lists the options."
        ),
        ("apps list --name", "--name needs a value: --name NAME", nil),
        (
            "apps list --name --json", "--name needs a value: --name NAME",
            "For a value that looks like an option: --name=--json"
        ),
        ("apps list --force=1", "--force takes no value, but `1` was given", nil),
    ]

    @Test(arguments: mistakes)
    func saysWhatIsWrong(line: String, message: String, advice: String?) throws {
        let words = line.split(separator: " ").map(String.init)

        #expect(throws: Failure(.usage, message, advice: advice)) { try Self.parser.parse(words) }
    }
}
