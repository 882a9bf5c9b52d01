import Directory
import HTTP
import HTTPServer
import JSON
import Registry
import Telephony

/// `/client/devices`: the phones that ring for a user.
struct DeviceRoutes: Sendable {
    let context: APIContext

    /// What a token's access list must allow.
    static let path = "/client/devices"

    func add(to router: inout Router) {
        router.on(.post, Self.path, .async { request, exchange in await register(request, exchange) })
        router.on(.get, Self.path, .async { request, exchange in await list(request, exchange) })
        router.on(.delete, Self.path + "/{id}", .async { request, exchange in await remove(request, exchange) })
    }

    /// A phone with a known token is the phone it was, whoever's it is now.
    private func register(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.answering(exchange) { () async throws(Problem) in
            let (user, _) = try context.authenticateUser(request, for: Self.path)
            let body = try DeviceBody(try request.jsonObject())
            let registration = DeviceRegistration(
                id: body.id, application: user.application, user: user.id, platform: body.platform,
                bundleID: body.bundleID, model: body.model, appVersion: body.appVersion, tokens: body.tokens)
            let (device, isNew) = try await context.write { tx in try DeviceStore(tx).register(registration) }
            context.log.info(
                "device.registered",
                ["device": device.id, "user": user.id, "new": isNew, "kinds": body.tokens.count])
            return .json(
                JSONValue.object(["id": .string(device.id.text)]).serialized(), status: isNew ? .created : .ok)
        }
    }

    private func list(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.answering(exchange) { () async throws(Problem) in
            let asker = try await context.authenticateClient(request, for: Self.path)
            let wanted = request.query["user"].flatMap { $0.isEmpty ? nil : $0 }
            let devices: [Device]
            switch (asker.user, wanted) {
            case (let user?, let wanted):
                if let wanted, try named(wanted, in: asker.application).id != user.id {
                    throw .forbidden.with(detail: "A user's token shows that user's devices only.")
                }
                devices = try await context.read { tx in try DeviceStore(tx).active(of: user.id) }
            case (nil, let wanted?):
                let user = try named(wanted, in: asker.application)
                devices = try await context.read { tx in try DeviceStore(tx).active(of: user.id) }
            case (nil, nil):
                let application = asker.application.id
                devices = try await context.read { tx in try DeviceStore(tx).active(of: application) }
            }
            let directory = context.registry.directory
            let shown = devices.map { device in
                device.json(userName: device.user.flatMap { directory.user($0)?.name })
            }
            return .json(JSONValue.object(["devices": .array(shown)]).serialized())
        }
    }

    /// 204 whether it was there or not: what an app wants is that it is gone.
    private func remove(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.answering(exchange) { () async throws(Problem) in
            let asker = try await context.authenticateClient(request, for: Self.path)
            guard let id = DeviceID(exchange.parameters["id"]) else { return .noContent }
            let (user, application) = (asker.user?.id, asker.application.id)
            try await context.write { tx in
                let devices = DeviceStore(tx)
                // Somebody else's device stays, and nobody learns that it is there.
                guard let device = try devices.find(id), device.application == application,
                    user == nil || device.user == user
                else { return }
                try devices.remove(id)
            }
            return .noContent
        }
    }

    private func named(_ text: String, in application: ApplicationEntry) throws(Problem) -> UserEntry {
        guard let user = context.registry.directory.user(called: text, in: application.id) else {
            throw .userNotFound.with(
                detail: "The application \(application.name) has no user \(text).",
                advice: "hookline users create \(text)")
        }
        return user
    }
}
