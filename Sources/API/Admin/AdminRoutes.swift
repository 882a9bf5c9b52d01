import HTTPServer

/// The administration: `/admin/v1/…`, for the command line and the console.
struct AdminRoutes: Sendable {
    let context: APIContext

    static let path = "/admin/v1"

    func add(to router: inout Router) {
        AdminApplicationRoutes(context: context).add(to: &router)
        AdminUserRoutes(context: context).add(to: &router)
        AdminDeviceRoutes(context: context).add(to: &router)
        AdminNumberRoutes(context: context).add(to: &router)
        AdminCallRoutes(context: context).add(to: &router)
        PushCredentialRoutes(context: context).add(to: &router)
        PushLogRoute(context: context).add(to: &router)
        ProblemRoute(context: context).add(to: &router)
        FlowRoutes(context: context).add(to: &router)
        NCCOCheckRoute(context: context).add(to: &router)
    }
}
