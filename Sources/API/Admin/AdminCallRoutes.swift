import HTTP
import HTTPServer
import JSON
import Registry
import Telephony

/// The calls of all applications and of one, a call, and what the platform told of it.
struct AdminCallRoutes: Sendable {
    let context: APIContext

    private static let path = AdminRoutes.path + "/calls"

    func add(to router: inout Router) {
        router.on(.get, Self.path, .async { request, exchange in await list(request, exchange) })
        router.on(
            .get, AdminRoutes.path + "/applications/{app}/calls",
            .async { request, exchange in await list(request, exchange) })
        router.on(.get, Self.path + "/{uuid}", .async { request, exchange in await show(request, exchange) })
        router.on(.get, Self.path + "/{uuid}/events", .async { request, exchange in await events(request, exchange) })
    }

    private func list(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange) { () async throws(Problem) in
            var application: ApplicationID?
            if let named = exchange.parameters.value(of: "app") ?? request.query["application_id"], !named.isEmpty {
                application = try context.namedApplication(named).id
            }
            let listing = CallListing(context: context, application: application, linkPath: request.path)
            return try await listing.answer(request)
        }
    }

    private func show(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange) { () async throws(Problem) in
            let (text, uuid) = try uuid(exchange)
            let (found, answers) = try await context.read { tx in
                (try CallStore(tx).find(uuid), try AnswerStore(tx).list(of: uuid))
            }
            guard let found else { throw .unknownCall(text) }
            var object = found.json(at: context.clock.now())
            object["application_id"] = found.application.map { .string($0.description) } ?? .null
            if let user = found.record.fromUser ?? answers.lazy.compactMap(\.connectedUser).first {
                object["user"] = .string(user)
            }
            return .json(.object(object))
        }
    }

    private func events(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange) { () async throws(Problem) in
            let (text, uuid) = try uuid(exchange)
            let events = try await context.read { tx in
                try CallStore(tx).find(uuid) == nil ? nil : try EventStore(tx).list(of: uuid)
            }
            guard let events else { throw .unknownCall(text) }
            return .json(["events": .array(events.map(\.json))])
        }
    }

    private func uuid(_ exchange: Exchange) throws(Problem) -> (text: String, uuid: CallUUID) {
        let text = exchange.parameters["uuid"]
        guard let uuid = CallUUID(text) else { throw .unknownCall(text) }
        return (text, uuid)
    }
}

extension StoredAnswer {
    /// The app user the call was connected to.
    fileprivate var connectedUser: String? {
        guard let actions = (try? JSONValue.parse(reply))?.array else { return nil }
        for action in actions where action["action"]?.string == "connect" {
            for endpoint in action["endpoint"]?.array ?? [] where endpoint["type"]?.string == "app" {
                if let user = endpoint["user"]?.string { return user }
            }
        }
        return nil
    }
}

extension StoredEvent {
    fileprivate var json: JSONValue {
        // As it came: what is not JSON is shown as the text it is.
        let body = (try? JSONValue.parse(self.body)) ?? .string(String(decoding: self.body, as: UTF8.self))
        var object = JSONObject()
        object["received_at"] = .string(receivedAt.rfc3339())
        object["source"] = .string(source.rawValue)
        object["status"] = status.map { .string($0) }
        object["type"] = body["type"]?.string.map { .string($0) }
        object["timestamp"] = happenedAt.map { .string($0.rfc3339()) }
        object["body"] = body
        return .object(object)
    }
}
