import HTTPServer

/// The vendor's REST interfaces, for its SDKs, command line and scripts.
struct VendorRoutes: Sendable {
    let context: APIContext

    func add(to router: inout Router) {
        ApplicationRoutes(context: context).add(to: &router)
        UserRoutes(context: context).add(to: &router)
        NumberRoutes(context: context).add(to: &router)
        CallRoutes(context: context).add(to: &router)
    }
}
