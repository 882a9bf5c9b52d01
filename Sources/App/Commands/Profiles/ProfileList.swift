import JSON

/// Shows the saved servers.
enum ProfileList {
    static let command = Command("profile list", "List the saved servers", run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let file = try ProfileFile(in: invocation.surroundings)
        let current = file.current ?? file.profiles.first?.name
        let output = invocation.output
        if output.isJSON {
            let profiles = file.profiles.map { name, profile -> JSONValue in
                [
                    "name": .string(name), "url": .string(profile.url),
                    "api_key": profile.apiKey.map { .string($0) } ?? nil, "current": .bool(name == current),
                ]
            }
            output.json(["profiles": .array(profiles)])
            return .success
        }
        let rows = file.profiles.map { name, profile in
            [name == current ? "*" : "", name, profile.url, profile.apiKey ?? ""]
        }
        output.table(Table("", "Name", "URL", "API key", rows: rows), orElse: "No profiles")
        return .success
    }
}
