import Directory
import HTTP
import HTTPServer
import JSON
import Registry
import Telephony

/// `/admin/v1/applications/{app}/users`: the vendor's Users API for administrators, who may also name a user by name.
struct AdminUserRoutes: Sendable {
    let context: APIContext

    private static let path = AdminRoutes.path + "/applications/{app}/users"

    func add(to router: inout Router) {
        router.on(
            .get, Self.path,
            .async { request, exchange in
                await answer(request, exchange) { users throws(Problem) in try await users.list(request) }
            })
        router.on(
            .post, Self.path,
            .async { request, exchange in
                await answer(request, exchange) { users throws(Problem) in try await users.create(request) }
            })
        router.on(
            .get, Self.path + "/{user}",
            .async { request, exchange in
                await answer(request, exchange) { users throws(Problem) in
                    try await users.show(try id(exchange, users), request)
                }
            })
        router.on(
            .patch, Self.path + "/{user}",
            .async { request, exchange in
                await answer(request, exchange) { users throws(Problem) in
                    try await users.change(try id(exchange, users), request)
                }
            })
        router.on(
            .delete, Self.path + "/{user}",
            .async { request, exchange in
                await answer(request, exchange) { users throws(Problem) in
                    try await users.delete(try id(exchange, users))
                }
            })
    }

    private func answer(
        _ request: Request, _ exchange: Exchange,
        _ body: (ApplicationUsers) async throws(Problem) -> Response
    ) async -> Response {
        await context.administering(request, exchange) { () async throws(Problem) in
            let application = try context.namedApplication(exchange.parameters["app"])
            return try await body(ApplicationUsers(context: context, application: application))
        }
    }

    private func id(_ exchange: Exchange, _ users: ApplicationUsers) throws(Problem) -> UserID {
        try context.namedUser(exchange.parameters["user"], in: users.application).id
    }
}

extension APIContext {
    /// The user of an application by id or name.
    func namedUser(_ text: String, in application: ApplicationEntry) throws(Problem) -> UserEntry {
        guard let user = registry.directory.user(called: text, in: application.id) else {
            throw .userNotFound.with(
                detail: "The application \(application.name) has no user \(text).",
                advice: "hookline users create \(text)")
        }
        return user
    }
}
