import JSON

/// Shows one user.
enum UsersShow {
    static let command = Command(
        "users show", "Show one user", positionals: [Positional("USER", "Name or id")], options: [.app, .key], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let user = try Users(invocation.server()).show(invocation.arguments.required(0))
        let output = invocation.output
        if output.isJSON {
            output.json(user)
            return .success
        }
        output.details([
            ("Name", user["name"]?.string), ("Display Name", user["display_name"]?.string),
            ("User ID", user["id"]?.string), ("Image URL", user["image_url"]?.string),
        ])
        return .success
    }
}
