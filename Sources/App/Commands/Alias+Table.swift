extension Alias {
    /// The spellings of older tools, as tutorials have them. A colon counts as a blank.
    package static let table: [Alias] = [
        // Log in.
        Alias("setup", "profile add", .named(["api-key", "api-secret"])),
        Alias("auth set", "profile add", .none),
        Alias("config set", "profile add", .none),

        // Applications.
        Alias("app create", "apps create", .named(["", "voice-answer-url", "voice-event-url"])),
        Alias("ac", "apps create", .named(["", "voice-answer-url", "voice-event-url"])),
        Alias("app list", "apps list"),
        Alias("al", "apps list"),
        Alias("app show", "apps show"),
        Alias("as", "apps show"),
        Alias("app update", "apps update"),
        Alias("au", "apps update"),
        Alias("apps capabilities update", "apps update"),
        Alias("app delete", "apps delete"),
        Alias("ad", "apps delete"),
        Alias("apps rm", "apps delete"),

        // Users.
        Alias("user create", "users create", .pairs),
        Alias("uc", "users create", .pairs),
        Alias("apps users create", "users create"),
        Alias("user list", "users list"),
        Alias("apps users", "users list"),
        Alias("user show", "users show"),
        Alias("apps users show", "users show"),
        Alias("user delete", "users delete"),
        Alias("apps users delete", "users delete"),

        // Numbers.
        Alias("number list", "numbers list"),
        Alias("nl", "numbers list"),
        Alias("number add", "numbers add"),
        Alias("number search", "numbers search"),
        Alias("ns", "numbers search"),
        Alias("number buy", "numbers buy"),
        Alias("nb", "numbers buy"),
        Alias("number cancel", "numbers cancel"),
        Alias("nc", "numbers cancel"),
        Alias("link app", "numbers link"),
        Alias("la", "numbers link"),
        Alias("apps link", "numbers link"),
        Alias("apps numbers link", "numbers link"),
        Alias("number link", "numbers link"),
        Alias("unlink app", "numbers unlink"),
        Alias("apps unlink", "numbers unlink"),
        Alias("apps numbers unlink", "numbers unlink"),
        Alias("number unlink", "numbers unlink"),
        Alias("apps numbers list", "numbers list", .named(["app"])),
        Alias("app numbers", "numbers list", .named(["app"])),

        // Tokens.
        Alias("jwt generate", "jwt create", .claims),
        Alias("jwt", "jwt create"),
        Alias("jwt validate", "jwt verify"),

        // Ours, in the singular.
        Alias("call list", "calls list"),
        Alias("call show", "calls show"),
        Alias("device list", "devices list"),
        Alias("flow list", "flows list"),
        Alias("flow show", "flows show"),
    ]
}
