import JSON
import Telephony

/// Which application a command acts on.
enum Applications {
    /// The id of the application that was named, by id or name, or else of the only one there is.
    static func chosen(_ server: ServerConnection) throws(Failure) -> String {
        if let named = server.settings.application { return try id(named, server) }
        let all = try list(server, limit: 50)
        if all.count == 1, let id = all[0]["id"]?.string { return id }
        if all.isEmpty {
            throw Failure(.notFound, "there is no application", advice: "`hookline apps create NAME` makes one.")
        }
        throw .usage(
            "which application? There are \(all.count): name one with --app, HOOKLINE_APP or .hookline-app",
            advice: all.map { "\($0["id"]?.string ?? "")  \($0["name"]?.string ?? "")" }.joined(separator: "\n"))
    }

    /// `named` when it is an id, else the id of the application that has this name.
    static func id(_ named: String, _ server: ServerConnection) throws(Failure) -> String {
        if let id = ApplicationID(named) { return id.description }
        let matching = try list(server, limit: 1000).filter { $0["name"]?.string == named }
        if matching.count == 1, let id = matching[0]["id"]?.string { return id }
        if matching.isEmpty {
            throw Failure(
                .notFound, "there is no application `\(named)`", advice: "`hookline apps list` shows those there are.")
        }
        throw .usage(
            "\(matching.count) applications are called `\(named)`",
            advice: "Name one by its id:\n" + matching.compactMap { $0["id"]?.string }.joined(separator: "\n"))
    }

    static func get(_ id: String, _ server: ServerConnection) throws(Failure) -> JSONObject {
        let answer = try server.call(.get, path(id), about: "application \(id)")
        guard let object = answer.object else { throw Failure(.serverError, "application \(id): an odd answer") }
        return object
    }

    static func path(_ id: String) -> String { "/v2/applications/" + ServerConnection.segment(id) }

    /// All applications, at most `limit` of them.
    static func list(_ server: ServerConnection, limit: Int) throws(Failure) -> [JSONValue] {
        var all: [JSONValue] = []
        var page = 1
        while all.count < limit {
            let answer = try server.call(
                .get, "/v2/applications", query: [("page_size", "\(min(limit, 100))"), ("page", "\(page)")],
                about: "applications")
            let found = answer["_embedded"]?["applications"]?.array ?? []
            all += found
            guard !found.isEmpty, page < answer["total_pages"]?.int ?? 1 else { break }
            page += 1
        }
        return Array(all.prefix(limit))
    }
}
