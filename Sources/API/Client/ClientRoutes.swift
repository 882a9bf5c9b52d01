import HTTPServer

/// The app's side: `/client/…`.
struct ClientRoutes: Sendable {
    let context: APIContext

    func add(to router: inout Router) {
        TokenRoute(context: context).add(to: &router)
        DeviceRoutes(context: context).add(to: &router)
        MeRoute(context: context).add(to: &router)
    }
}
