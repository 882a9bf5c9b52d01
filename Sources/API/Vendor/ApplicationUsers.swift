import Directory
import HTTP
import JSON
import Registry
import Telephony

/// The users of one application: what `/v1/users` and the administration show and do alike.
struct ApplicationUsers: Sendable {
    let context: APIContext
    let application: ApplicationEntry

    func list(_ request: Request) async throws(Problem) -> Response {
        var reader = ParameterReader(request.query)
        let size = reader.integer("page_size", in: 1...100, otherwise: 10)
        let order = reader.order()
        let cursor = cursor(&reader)
        try reader.check()
        let wanted = reader.text("name")
        var users: [User] = []
        // A text that cannot be a name is nobody's.
        if wanted == nil || wanted.flatMap({ UserName($0) }) != nil {
            let (id, name) = (application.id, wanted.flatMap { UserName($0) })
            users = try await context.read { tx in
                try UserStore(tx).list(of: id, named: name, after: cursor?.seq, order: order, limit: size + 1)
            }
        }
        let hasMore = users.count > size
        users = Array(users.prefix(size))

        let origin = context.origin(of: request)
        var filters: [Query.Element] = [
            ("order", order == .ascending ? "asc" : "desc"), ("page_size", "\(size)"),
        ]
        if let wanted { filters.append(("name", wanted)) }
        func link(_ cursor: UserCursor?) -> JSONValue {
            let query = Query.encoded(filters + (cursor.map { [("cursor", $0.text)] } ?? []))
            return ["href": .string("\(origin)\(request.path)?\(query)")]
        }
        var links: JSONObject = ["first": link(nil), "self": link(cursor)]
        if hasMore, let last = users.last { links["next"] = link(UserCursor(after: last.seq)) }
        return .json([
            "page_size": .number(JSONNumber(size)),
            "_embedded": ["users": .array(users.map { $0.listed(origin: origin) })], "_links": .object(links),
        ])
    }

    private func cursor(_ reader: inout ParameterReader) -> UserCursor? {
        guard let text = reader.text("cursor") else { return nil }
        guard let cursor = UserCursor(text) else {
            reader.reject("cursor", "is not one that a list of users gave")
            return nil
        }
        return cursor
    }

    func create(_ request: Request) async throws(Problem) -> Response {
        let body = try UserBody(request.optionalJSONObject())
        // A name made here is always one; the type cannot know.
        guard let name = body.name ?? UserName("NAM-\(UUID128.random())") else { throw .internalError }
        var made = User(application: application.id, name: name)
        body.apply(to: &made)
        let new = made
        let user = try await context.write { tx in try UserStore(tx).create(new) }
        context.log.info("user.created", ["user": user.id, "application": application.id])
        return .json(user.json(origin: context.origin(of: request)), status: .created)
    }

    func show(_ id: UserID, _ request: Request) async throws(Problem) -> Response {
        let application = application.id
        let found = try await context.read { tx in try UserStore(tx).find(id) }
        guard let found, found.application == application else { throw .unknownUser("\(id)") }
        return .json(found.json(origin: context.origin(of: request)))
    }

    /// Changes what the body names.
    func change(_ id: UserID, _ request: Request) async throws(Problem) -> Response {
        let body = try UserBody(request.jsonObject())
        let application = application.id
        let user = try await context.write { tx in
            let users = UserStore(tx)
            guard var user = try users.find(id), user.application == application else {
                throw Problem.unknownUser("\(id)")
            }
            body.apply(to: &user)
            return try users.update(user)
        }
        context.log.info("user.changed", ["user": id])
        return .json(user.json(origin: context.origin(of: request)))
    }

    func delete(_ id: UserID) async throws(Problem) -> Response {
        let application = application.id
        try await context.write { tx in
            let users = UserStore(tx)
            guard try users.find(id)?.application == application else { throw Problem.unknownUser("\(id)") }
            try users.delete(id)
        }
        context.log.info("user.deleted", ["user": id])
        return .noContent
    }
}

extension Problem {
    static func unknownUser(_ text: String) -> Problem { userNotFound.with(detail: "There is no user \(text) here.") }
}
