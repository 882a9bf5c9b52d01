extension Option {
    package static let help = Option("help", short: "h", "Show help")
    package static let version = Option("version", short: "V", "Show the version")
    package static let json = Option("json", "Print JSON instead of a table")
    package static let quiet = Option("quiet", short: "q", "Print no remarks, only results and errors")
    package static let noColor = Option("no-color", spellings: ["no-colour"], "No colours (NO_COLOR does the same)")
    package static let url = Option("url", value: "URL", "The server (HOOKLINE_URL)")
    package static let profile = Option("profile", value: "NAME", "Which saved server to use (HOOKLINE_PROFILE)")
    package static let ca = Option("ca", value: "FILE", "Trust this certificate authority, PEM (HOOKLINE_CA)")
    package static let timeout = Option("timeout", value: "SECONDS", "Give up on the server after this (30)")
    package static let apiKey = Option("api-key", value: "KEY", isHidden: true, "API key (HOOKLINE_API_KEY)")
    package static let apiSecret = Option(
        "api-secret", value: "SECRET", isHidden: true, "API secret (HOOKLINE_API_SECRET)")

    /// The options that every command understands.
    static let everywhere: [Option] = [
        .json, .quiet, .noColor, .url, .profile, .ca, .timeout, .apiKey, .apiSecret, .help, .version,
    ]
}
