import HTTP
import HTTPServer

/// The whole table of routes: one line a group.
package func routes(_ context: APIContext) -> Router {
    var router = Router()
    WebhookRoutes(context: context).add(to: &router)
    return router
}
