import HTTP
import HTTPServer
import JSON
import Registry

/// `GET /admin/v1/applications/{app}/devices`: the phones that can be woken, without their tokens.
struct AdminDeviceRoutes: Sendable {
    let context: APIContext

    func add(to router: inout Router) {
        router.on(
            .get, AdminRoutes.path + "/applications/{app}/devices",
            .async { request, exchange in await list(request, exchange) })
    }

    private func list(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange) { () async throws(Problem) in
            let application = try context.namedApplication(exchange.parameters["app"])
            let devices: [Device]
            if let name = request.query["user"], !name.isEmpty {
                let user = try context.namedUser(name, in: application).id
                devices = try await context.read { tx in try DeviceStore(tx).active(of: user) }
            } else {
                let id = application.id
                devices = try await context.read { tx in try DeviceStore(tx).active(of: id) }
            }
            let directory = context.registry.directory
            return .json([
                "devices": .array(
                    devices.map { device in
                        device.json(userName: device.user.flatMap { directory.user($0)?.name })
                    })
            ])
        }
    }
}
