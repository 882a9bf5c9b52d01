/// Removes a user with their devices; numbers that rang them ring nobody.
enum UsersDelete {
    static let command = Command(
        "users delete", "Delete a user and their devices", positionals: [Positional("USER", "Name or id")],
        options: [.app, .key, .yes], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let name = try invocation.arguments.required(0)
        let users = try Users(invocation.server())
        let id = try users.id(of: name)
        try invocation.output.confirm("Delete user \(name) (\(id))", unless: invocation.arguments.has(.yes))
        try users.delete(id, named: name)
        invocation.output.done("User deleted", ["id": .string(id), "deleted": true])
        return .success
    }
}
