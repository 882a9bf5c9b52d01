import HTTP
import JSON
import Telephony

/// The users of one application, by whichever way the server lets us in.
///
/// With the application's private key that is the vendor's `/v1/users`, with a token; with a key pair alone the same
/// under the application's admin path.
struct Users {
    let server: ServerConnection
    let path: String
    let credentials: ServerConnection.Credentials

    init(_ server: ServerConnection) throws(Failure) {
        self.server = server
        let application = try Applications.chosen(server)
        if let source = server.settings.privateKey {
            path = "/v1/users"
            credentials = .token(try ApplicationKey.token(source, application: application, at: server.settings.clock))
        } else {
            path = "/admin/v1/applications/\(ServerConnection.segment(application))/users"
            credentials = .keyPair
        }
    }

    func create(_ user: JSONObject) throws(Failure) -> JSONValue {
        let name = user["name"]?.string.map { " `\($0)`" } ?? ""
        return try server.call(.post, path, body: .json(.object(user)), as: credentials, about: "user\(name)")
    }

    func list(name: String?, limit: Int) throws(Failure) -> (items: [JSONValue], hasMore: Bool) {
        try Page.all(
            "users", from: path, query: [("page_size", "\(min(limit, 100))"), ("name", name)], limit: limit,
            of: server, as: credentials, about: "users")
    }

    func show(_ nameOrID: String) throws(Failure) -> JSONValue {
        let id = try id(of: nameOrID)
        return try server.call(
            .get, "\(path)/\(ServerConnection.segment(id))", as: credentials, about: "user \(nameOrID)")
    }

    func delete(_ id: String, named name: String) throws(Failure) {
        try server.call(
            .delete, "\(path)/\(ServerConnection.segment(id))", as: credentials, about: "user \(name)")
    }

    /// The id of the user with this name; an id is taken as it is.
    func id(of nameOrID: String) throws(Failure) -> String {
        if let id = UserID(nameOrID) { return id.description }
        let found = try list(name: nameOrID, limit: 2).items
        guard let id = found.first?["id"]?.string else {
            throw Failure(
                .notFound, "there is no user `\(nameOrID)`", advice: "`hookline users list` shows those there are.")
        }
        return id
    }
}
