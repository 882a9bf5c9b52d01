import JSON

/// Shows the applications.
enum AppsList {
    static let command = Command("apps list", "List the applications", options: [.limit], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let limit = try invocation.arguments.integer(.limit, in: 1...100_000) ?? 100
        let applications = try Applications.list(invocation.server(), limit: limit)
        if invocation.output.isJSON {
            let shown = applications.map { JSONValue.object(($0.object ?? [:]).withoutPrivateKey) }
            invocation.output.json(["applications": .array(shown)])
            return .success
        }
        let rows = applications.map { application in
            [
                application["id"]?.string ?? "", application["name"]?.string ?? "",
                application["capabilities"]?.object?.keys.joined(separator: ", ") ?? "",
            ]
        }
        invocation.output.table(Table("ID", "Name", "Capabilities", rows: rows), orElse: "No applications")
        return .success
    }
}
