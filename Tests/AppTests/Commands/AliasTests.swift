import Testing

@testable import App

/// Every spelling of one task in the vendor's tools leads to one command with the same arguments.
struct AliasTests {
    private func parse(_ line: String) throws -> (String, Arguments) {
        let words = line.split(separator: " ").map(String.init)
        guard case .run(let command, let arguments) = try ArgumentParser(table: .hookline).parse(words) else {
            throw Failure(.usage, "help instead of a command")
        }
        return (command.name, arguments)
    }

    private static let id = "aaaaaaaa-0000-4000-8000-000000000001"

    @Test(
        arguments: [
            // Log in.
            ("setup K S", "profile add", [], ["api-key": "K", "api-secret": "S"]),
            ("config:set --apiKey=K --apiSecret=S", "profile add", [], ["api-key": "K", "api-secret": "S"]),
            ("auth set --api-key=K --api-secret=S", "profile add", [], ["api-key": "K", "api-secret": "S"]),
            // An application with voice.
            (
                "app:create A --capabilities=voice,rtc --voice-answer-url=https://a --voice-event-url=https://e "
                    + "--rtc-event-url=https://r --keyfile=private.key", "apps create", ["A"],
                [
                    "capabilities": "voice,rtc", "voice-answer-url": "https://a", "voice-event-url": "https://e",
                    "rtc-event-url": "https://r", "keyfile": "private.key",
                ]
            ),
            (
                "app:create A https://a https://e", "apps create", ["A"],
                ["voice-answer-url": "https://a", "voice-event-url": "https://e"]
            ),
            (
                "apps:create A --voice_answer_url=https://a --voice_event_url=https://e", "apps create", ["A"],
                ["voice-answer-url": "https://a", "voice-event-url": "https://e"]
            ),
            ("apps create A", "apps create", ["A"], [:]),
            (
                "apps capabilities update \(id) voice --voice-answer-url=https://a --voice-event-url=https://e "
                    + "--voice-fallback-url=https://f", "apps update", [id, "voice"],
                [
                    "voice-answer-url": "https://a", "voice-event-url": "https://e", "voice-fallback-url": "https://f",
                ]
            ),
            // Search.
            ("number:search GB --voice", "numbers search", ["GB"], ["voice": ""]),
            ("numbers:search GB --features=VOICE", "numbers search", ["GB"], ["features": "VOICE"]),
            ("numbers search GB --features=VOICE", "numbers search", ["GB"], ["features": "VOICE"]),
            // Buy.
            ("number:buy 447700900000 --confirm", "numbers buy", ["447700900000"], ["yes": ""]),
            ("number:buy -c US --confirm", "numbers buy", [], ["country": "US", "yes": ""]),
            ("number:buy --country_code=GB", "numbers buy", [], ["country": "GB"]),
            ("numbers:buy 447700900000 GB", "numbers buy", ["447700900000", "GB"], [:]),
            ("numbers buy GB 447700900000 --force", "numbers buy", ["GB", "447700900000"], ["yes": ""]),
            // Link.
            ("link:app 447700900000 \(id)", "numbers link", ["447700900000", id], [:]),
            ("apps:link \(id) --number=447700900000", "numbers link", [id], ["number": "447700900000"]),
            ("apps numbers link \(id) 447700900000", "numbers link", [id, "447700900000"], [:]),
            ("unlink:app 447700900000", "numbers unlink", ["447700900000"], [:]),
            ("apps:unlink --number=447700900000", "numbers unlink", [], ["number": "447700900000"]),
            ("apps numbers unlink \(id) 447700900000", "numbers unlink", [id, "447700900000"], [:]),
            // Users.
            (
                "user:create name=alice display_name=Alice", "users create", [],
                ["name": "alice", "display-name": "Alice"]
            ),
            ("apps:users:create alice", "users create", ["alice"], [:]),
            ("users create --name=alice", "users create", [], ["name": "alice"]),
            ("users:list", "users list", [], [:]),
            // Tokens.
            (
                "jwt:generate private.key sub=alice exp=1 application_id=\(id)", "jwt create", [],
                ["key": "private.key", "claim": "sub=alice|exp=1|application_id=\(id)"]
            ),
            ("jwt:generate sub=alice", "jwt create", [], ["claim": "sub=alice"]),
            (
                "jwt --key_file=private.key --app_id=\(id) --subject=alice", "jwt create", [],
                ["key": "private.key", "app": id, "sub": "alice"]
            ),
            (
                "jwt create --app-id=\(id) --private-key=private.key --sub=alice", "jwt create", [],
                ["key": "private.key", "app": id, "sub": "alice"]
            ),
            // The rest of the first tool.
            ("apps:list", "apps list", [], [:]), ("apps", "apps list", [], [:]),
            ("app:show \(id)", "apps show", [id], [:]),
            ("app:delete \(id) --confirm", "apps delete", [id], ["yes": ""]),
            ("app:update \(id)", "apps update", [id], [:]),
            ("numbers:list --size 5", "numbers list", [], ["limit": "5"]), ("numbers", "numbers list", [], [:]),
            (
                "number:cancel 447700900000 -c GB --confirm", "numbers cancel", ["447700900000"],
                ["country": "GB", "yes": ""]
            ),
            ("app:numbers \(id)", "numbers list", [], ["app": id]),
            ("nb 447700900000 -c GB", "numbers buy", ["447700900000"], ["country": "GB"]),
        ] as [(String, String, [String], [String: String])])
    func leadsToTheCommand(line: String, command: String, positionals: [String], options: [String: String]) throws {
        let (name, arguments) = try parse(line)

        #expect(name == command)
        #expect(arguments.positionals == positionals)
        #expect(arguments.options.mapValues { $0.joined(separator: "|") } == options)
    }

    @Test func everyAliasLeadsSomewhereAndHidesNoCommand() {
        let table = CommandTable.hookline
        for alias in table.aliases {
            #expect(table.command(named: alias.command) != nil, "\(alias.spelling)")
            #expect(table.command(named: alias.spelling) == nil, "\(alias.spelling)")
        }
        #expect(Set(table.aliases.map(\.spelling)).count == table.aliases.count)
    }
}
