/// Saves a server and the key pair for it.
enum ProfileAdd {
    private static let restURL = Option("rest-url", value: "URL", "Where number requests go, when elsewhere")
    private static let use = Option("use", "Use it from now on")

    static let command = Command(
        "profile add", "Save a server and its key pair",
        discussion: "Without --api-secret, HOOKLINE_API_SECRET is saved. The file is readable by you alone.",
        positionals: [Positional("NAME", .optional, "What to call it (default)")],
        options: [
            Option("api-key", value: "KEY", "The API key"), Option("api-secret", value: "SECRET", "The API secret"),
            restURL, use, .yes,
        ],
        examples: [
            .init("hookline profile add office --url https://calls.example.org --api-key K --api-secret S", "save it")
        ], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let arguments = invocation.arguments
        let surroundings = invocation.surroundings
        let name = arguments[0] ?? arguments[.profile] ?? "default"
        let settings = try Settings(
            [.url, .ca, .apiKey, .apiSecret], arguments: arguments, environment: surroundings.environment)
        guard (settings[.apiKey] == nil) == (settings[.apiSecret] == nil) else {
            throw .usage("an API key and its secret go together", advice: "Set --api-key and --api-secret.")
        }
        guard settings[.apiKey] != nil else {
            throw .usage(
                "`profile add` needs a key pair",
                advice: "Set --api-key KEY and --api-secret SECRET, or their variables.")
        }
        if let url = arguments[restURL], !Setting.isURL(url) { throw .usage("--rest-url: `\(url)` is not a URL") }
        var file = try ProfileFile(in: surroundings)
        if let earlier = file[name], earlier.apiKey != settings[.apiKey] {
            try invocation.output.confirm(
                "Profile \(name) has another key pair for \(earlier.url). Replace it", unless: arguments.has(.yes))
        }
        file[name] = Profile(
            url: settings[.url] ?? "", restURL: arguments[restURL],
            certificateAuthority: settings[.ca].map(surroundings.absolute), apiKey: settings[.apiKey],
            apiSecret: settings[.apiSecret])
        if file.current == nil || arguments.has(use) { file.current = name }
        let path = try file.write(in: surroundings)
        invocation.output.done("Profile \(name) saved to \(path)", ["profile": .string(name), "path": .string(path)])
        return .success
    }
}
