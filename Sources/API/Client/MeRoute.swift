import HTTP
import HTTPServer
import JSON
import Telephony

/// `GET /client/me`: who the app is signed in as.
struct MeRoute: Sendable {
    let context: APIContext

    func add(to router: inout Router) {
        router.on(.get, "/client/me", .async { request, exchange in await answer(request, exchange) })
    }

    private func answer(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.answering(exchange) { () async throws(Problem) in
            let (user, bearer) = try context.authenticateUser(request, for: "/client/sessions")
            var object = JSONObject()
            object["id"] = .string(user.id.description)
            object["name"] = .string(user.name.text)
            object["display_name"] = .string(user.shownName)
            object["application_id"] = .string(user.application.description)
            object["application_name"] = .string(bearer.application.name)
            object["devices"] = .number(JSONNumber(context.registry.directory.devices(of: user.id).count))
            object["token_expires_at"] = .string(Timestamp(seconds: bearer.claims.end).rfc3339())
            return .json(JSONValue.object(object).serialized())
        }
    }
}
