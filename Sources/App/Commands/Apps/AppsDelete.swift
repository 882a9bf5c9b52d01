import HTTP

/// Removes an application with its users; its numbers stay, linked to nothing.
enum AppsDelete {
    static let command = Command(
        "apps delete", "Delete an application and its users",
        positionals: [Positional("APP", "Its id or name")], options: [.yes], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let server = try invocation.server(application: invocation.arguments[0])
        let id = try Applications.chosen(server)
        let name = try Applications.get(id, server)["name"]?.string ?? ""
        try invocation.output.confirm("Delete application \(name) (\(id))", unless: invocation.arguments.has(.yes))
        try server.call(.delete, Applications.path(id), about: "application \(id)")
        invocation.output.done("Application deleted", ["id": .string(id), "deleted": true])
        return .success
    }
}
