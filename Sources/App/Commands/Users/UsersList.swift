import JSON

/// Shows the users of an application.
enum UsersList {
    private static let name = Option("name", value: "NAME", "Only the one of this name")

    static let command = Command(
        "users list", "List the users of an application", options: [.app, .key, name, .limit], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let limit = try invocation.arguments.integer(.limit, in: 1...1_000_000) ?? 100
        let (users, hasMore) = try Users(invocation.server()).list(name: invocation.arguments[name], limit: limit)
        let output = invocation.output
        if output.isJSON {
            output.json(["users": .array(users), "has_more": .bool(hasMore)])
            return .success
        }
        let rows = users.map { user in
            [user["id"]?.string ?? "", user["name"]?.string ?? "", user["display_name"]?.string ?? ""]
        }
        output.table(Table("ID", "Name", "Display name", rows: rows), orElse: "No users")
        if hasMore { output.remark("There are more: --limit N shows N of them.") }
        return .success
    }
}
