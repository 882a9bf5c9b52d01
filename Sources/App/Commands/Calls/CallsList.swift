import HTTP
import JSON

/// Shows the latest calls.
enum CallsList {
    private static let status = Option("status", value: "STATUS", "Only calls with this status")
    private static let conversation = Option(
        "conversation", value: "CON-…", spellings: ["conversation-uuid"], "Only calls of this conversation")
    private static let order = Option("order", value: "ORDER", "desc (newest first, default) or asc")

    static let command = Command(
        "calls list", "List calls, newest first", options: [.app, .key, status, conversation, order, .limit], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let arguments = invocation.arguments
        let server = try invocation.server()
        let limit = try arguments.integer(.limit, in: 1...100_000) ?? 20
        let order = try arguments.choice(order, of: ["asc", "desc"]) ?? "desc"
        let (path, credentials) = try place(server)
        let fixed: [(String, String?)] = [
            ("status", arguments[status]), ("conversation_uuid", arguments[conversation]), ("order", order),
        ]
        var calls: [JSONValue] = []
        var count = 0
        repeat {
            let page = [("page_size", "\(min(limit - calls.count, 100))"), ("record_index", "\(calls.count)")]
            let answer = try server.call(.get, path, query: fixed + page, as: credentials, about: "calls")
            let found = answer["_embedded"]?["calls"]?.array ?? []
            count = answer["count"]?.int ?? found.count
            if found.isEmpty { break }
            calls += found
        } while calls.count < min(limit, count)

        let output = invocation.output
        if output.isJSON {
            output.json(["count": .number(JSONNumber(count)), "calls": .array(calls)])
            return .success
        }
        let columns = CallRow.titles.map { Table.Column($0, isNumeric: $0 == "Duration") }
        output.table(Table(columns, rows: calls.map(CallRow.cells)), orElse: "No calls")
        if count > calls.count { output.remark("There are \(count): --limit N shows N of them.") }
        return .success
    }

    /// With a private key the vendor's path; with a key pair the named application's calls, or all there are.
    private static func place(
        _ server: ServerConnection
    ) throws(Failure) -> (path: String, credentials: ServerConnection.Credentials) {
        let settings = server.settings
        if let source = settings.privateKey {
            let application = try Applications.chosen(server)
            return (
                "/v1/calls", .token(try ApplicationKey.token(source, application: application, at: settings.clock))
            )
        }
        guard let named = settings.application else { return ("/admin/v1/calls", .keyPair) }
        let id = try Applications.id(named, server)
        return ("/admin/v1/applications/\(ServerConnection.segment(id))/calls", .keyPair)
    }
}
