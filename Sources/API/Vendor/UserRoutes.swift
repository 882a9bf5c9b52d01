import Directory
import HTTP
import HTTPServer
import Telephony

/// The vendor's Users API: `/v1/users`, for an application by its token.
struct UserRoutes: Sendable {
    let context: APIContext

    static let path = "/v1/users"

    func add(to router: inout Router) {
        router.on(.get, Self.path, .async { request, exchange in await list(request, exchange) })
        router.on(.post, Self.path, .async { request, exchange in await create(request, exchange) })
        let one = Self.path + "/{id}"
        router.on(.get, one, .async { request, exchange in await show(request, exchange) })
        router.on(.patch, one, .async { request, exchange in await change(request, exchange) })
        router.on(.delete, one, .async { request, exchange in await delete(request, exchange) })
    }

    private func list(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.answering(exchange, as: .conversation) { () async throws(Problem) in
            let bearer = try context.authenticateApplication(request)
            return try await ApplicationUsers(context: context, application: bearer.application).list(request)
        }
    }

    private func create(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.answering(exchange, as: .conversation) { () async throws(Problem) in
            let users = try changing(nil, request)
            return try await users.create(request)
        }
    }

    private func show(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.answering(exchange, as: .conversation) { () async throws(Problem) in
            let bearer = try context.authenticateApplication(request)
            let id = try id(exchange)
            return try await ApplicationUsers(context: context, application: bearer.application).show(id, request)
        }
    }

    private func change(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.answering(exchange, as: .conversation) { () async throws(Problem) in
            let id = UserID(exchange.parameters["id"])
            let users = try changing(id, request)
            return try await users.change(try self.id(exchange), request)
        }
    }

    private func delete(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.answering(exchange, as: .conversation) { () async throws(Problem) in
            let id = UserID(exchange.parameters["id"])
            let users = try changing(id, request)
            return try await users.delete(try self.id(exchange))
        }
    }

    /// Signs in who wants to change users. The tokens that phones carry allow all of `/*/users/**`; they change their
    /// own user and no other.
    private func changing(_ id: UserID?, _ request: Request) throws(Problem) -> ApplicationUsers {
        let bearer = try context.authenticateApplication(request)
        if let user = bearer.user, user.id != id {
            throw .forbidden.with(
                detail: "A user's token changes that user only; this needs a token of the application itself.",
                advice: "hookline jwt create")
        }
        return ApplicationUsers(context: context, application: bearer.application)
    }

    /// What is no id is nobody's.
    private func id(_ exchange: Exchange) throws(Problem) -> UserID {
        guard let id = UserID(exchange.parameters["id"]) else { throw .unknownUser(exchange.parameters["id"]) }
        return id
    }
}
