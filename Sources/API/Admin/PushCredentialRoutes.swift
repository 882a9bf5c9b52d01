import HTTP
import HTTPServer
import JSON
import Registry
import Telephony

/// `/admin/v1/push/credentials`: what push services know us by. Keys go in and never come out.
struct PushCredentialRoutes: Sendable {
    let context: APIContext

    private static let path = AdminRoutes.path + "/push/credentials"

    func add(to router: inout Router) {
        router.on(.get, Self.path, .async { request, exchange in await list(request, exchange) })
        router.on(.post, Self.path, .async { request, exchange in await add(request, exchange) })
        router.on(.delete, Self.path + "/{id}", .async { request, exchange in await delete(request, exchange) })
    }

    private func list(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange) { () async throws(Problem) in
            var application: ApplicationID?
            if let named = request.query["application_id"], !named.isEmpty {
                application = try context.namedApplication(named).id
            }
            let wanted = application
            let found = try await context.read { tx in
                let store = CredentialStore(tx)
                return if let wanted { try store.list(for: wanted) } else { try store.list() }
            }
            return .json(["credentials": .array(found.map { .object($0.json(isListed: true)) })])
        }
    }

    private func add(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange) { () async throws(Problem) in
            let object = try request.jsonObject()
            let application = try context.namedApplication(object["application_id"]?.string).id
            let now = context.clock.now()
            let read = await context.apart {
                Result { () throws(Problem) in try PushCredentialBody(object, application: application, now: now) }
            }
            let body = try read.get()
            try await context.write { tx in try CredentialStore(tx).put(body.credential, secret: body.secret) }
            await context.ringer.credentialsChanged()
            context.log.info(
                "credential.added",
                ["credential": body.credential.id, "application": application, "kind": body.credential.kind.rawValue])
            var answer = body.credential.json(isListed: false)
            answer["warnings"] = .array(body.warnings.map { .string($0) })
            return .json(.object(answer), status: .created)
        }
    }

    private func delete(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange) { () async throws(Problem) in
            let id = exchange.parameters["id"]
            guard try await context.write({ tx in try CredentialStore(tx).delete(id) }) else {
                throw .credentialNotFound.with(detail: "There is no push credential \(id).")
            }
            await context.ringer.credentialsChanged()
            context.log.info("credential.deleted", ["credential": id])
            return .noContent
        }
    }
}

extension PushCredential {
    /// Everything but the key.
    fileprivate func json(isListed: Bool) -> JSONObject {
        var object = JSONObject()
        object["id"] = .string(id)
        object["application_id"] = application.map { .string($0.description) } ?? .null
        object["kind"] = .string(kind == .key ? "token" : kind.rawValue)
        object["bundle_id"] = bundleID.map { .string($0) } ?? .null
        object["topics"] = .array(topics.map { .string($0) })
        object["environments"] = .array(
            (isForProduction ? ["production"] : []) + (isForSandbox ? ["sandbox"] : []))
        object["expires_at"] = notAfter.map { .string($0.rfc3339()) }
        object["key_id"] = keyID.map { .string($0) }
        object["team_id"] = teamID.map { .string($0) }
        if isListed {
            object["last_error"] = lastError.map { .string($0) }
            object["created_at"] = .string(createdAt.rfc3339())
        }
        return object
    }
}
