import JSON
import Testing

@testable import App

struct HelpTests {
    @Test func theOverviewNamesEveryCommandAndExitCode() {
        let bench = Bench()

        #expect(bench.run("help") == .success)

        for command in CommandTable.hookline.commands {
            #expect(bench.results.contains(command.name), "\(command.name)")
            #expect(bench.results.contains(command.summary), "\(command.name)")
        }
        for code in ExitCode.allCases { #expect(bench.results.contains("\(code.rawValue)  \(code.meaning)")) }
        #expect(bench.remarks.isEmpty)
    }

    @Test func helpFitsATerminal() {
        for command in CommandTable.hookline.commands {
            let bench = Bench()
            bench.run(command.path + ["--help"])
            for line in bench.results.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
        }
    }

    @Test func helpOfACommandShowsItsParts() {
        let bench = Bench()

        #expect(bench.run("numbers", "link", "--help") == .success)

        #expect(bench.results.hasPrefix("Usage: hookline numbers link [NUMBER] [APPLICATION_ID] [options]\n"))
        #expect(bench.results.contains("      --user USER"))
        #expect(bench.results.contains("  hookline numbers link 447700900030 --user Alice\n"))
        #expect(bench.results.contains("Also: link:app"))
    }

    @Test func helpOfAGroupListsItsCommands() {
        let bench = Bench()

        #expect(bench.run("help", "users") == .success)

        #expect(bench.results.contains("users create"))
        #expect(!bench.results.contains("apps create"))
    }

    @Test func helpForProgramsIsJSON() throws {
        let bench = Bench()

        #expect(bench.run("help", "--json") == .success)

        let help = try JSONValue.parse(bench.results)
        let commands = try #require(help["commands"]?.array)
        #expect(commands.count == CommandTable.hookline.commands.count)
        let create = try #require(commands.first { $0["command"]?.string == "users create" })
        #expect(create["options"]?.array?.contains { $0["name"]?.string == "--display-name" } == true)
        #expect(create["also"]?.array?.contains("user:create") == true)
        #expect(help["exit_codes"]?[0] == ["code": 0, "name": "success", "meaning": .string(ExitCode.success.meaning)])
    }

    @Test func helpAboutNothingKnownIsAMistake() {
        let bench = Bench()

        #expect(bench.run("help", "aps") == .usage)

        #expect(bench.remarks.contains("Did you mean `apps`?"))
    }

    @Test func showsTheVersion() {
        let bench = Bench()

        #expect(bench.run("--version") == .success)

        #expect(bench.results == "hookline \(Version.text)\n")
    }

    @Test func everyCommandIsWellMade() {
        let commands = CommandTable.hookline.commands
        #expect(Set(commands.map(\.name)).count == commands.count)
        for command in commands {
            #expect(!command.summary.hasSuffix("."), "\(command.name)")
            let options = command.options + Option.everywhere
            for (index, option) in options.enumerated() {
                let others = options[(index + 1)...]
                // A command may say more exactly what an option of every command means to it.
                let clashes = others.filter { other in
                    !Option.everywhere.contains(other)
                        && ([option.name] + option.spellings).contains(where: other.isSpelled)
                }
                #expect(clashes.isEmpty, "\(command.name) --\(option.name)")
                if let short = option.short { #expect(!others.contains { $0.short == short }, "\(command.name)") }
            }
            for (index, positional) in command.positionals.enumerated() {
                #expect(positional.arity != .rest || index == command.positionals.count - 1)
            }
        }
    }
}
