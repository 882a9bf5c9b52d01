import JSON

/// Makes a user, whom the app signs in as and calls are connected to.
enum UsersCreate {
    private static let name = Option("name", value: "NAME", "The name; instead of the argument")
    private static let displayName = Option("display-name", value: "TEXT", "What other people see")
    private static let imageURL = Option("image-url", value: "URL", "A picture")

    static let command = Command(
        "users create", "Create a user, whom calls are connected to",
        positionals: [Positional("NAME", .optional, "Unique in the application; tokens and NCCOs use it")],
        options: [.app, .key, name, displayName, imageURL],
        examples: [.init("hookline users create Alice --display-name \"Alice A.\"", "in this folder's application")],
        run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let arguments = invocation.arguments
        guard let userName = arguments[0] ?? arguments[name] else {
            throw .usage("`users create` needs NAME", advice: "Usage: \(command.usage)")
        }
        var user: JSONObject = ["name": .string(userName)]
        user["display_name"] = arguments[displayName].map { .string($0) }
        user["image_url"] = arguments[imageURL].map { .string($0) }
        let created = try Users(invocation.server()).create(user)
        let output = invocation.output
        if output.isJSON {
            output.json(created)
            return .success
        }
        output.line("User created: \(created["id"]?.string ?? "")")
        output.details([
            ("Name", created["name"]?.string), ("Display Name", created["display_name"]?.string),
            ("User ID", created["id"]?.string),
        ])
        return .success
    }
}
