import HTTP
import HTTPServer

/// The whole table of routes: one line a group.
package func routes(_ context: APIContext) -> Router {
    var router = Router()
    WebhookRoutes(context: context).add(to: &router)
    ClientRoutes(context: context).add(to: &router)
    VendorRoutes(context: context).add(to: &router)
    AdminRoutes(context: context).add(to: &router)
    ServiceRoutes(context: context).add(to: &router)
    return router
}
