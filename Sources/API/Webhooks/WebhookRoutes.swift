import CallControl
import HTTP
import HTTPServer
import Registry

/// The platform's side: `/webhooks/…`, and the same under `/apps/{application_id}` for each application.
struct WebhookRoutes: Sendable {
    let context: APIContext

    func add(to router: inout Router) {
        for prefix in ["", "/apps/{application_id}"] {
            addAnswer("\(prefix)/webhooks/answer", .answer, to: &router)
            addAnswer("\(prefix)/webhooks/fallback", .fallback, to: &router)
            addEvent("\(prefix)/webhooks/event", .event, to: &router)
            addEvent("\(prefix)/webhooks/rtc", .rtc, to: &router)
            addEvent("\(prefix)/webhooks/flow/{flow}", .event, to: &router)
        }
    }

    private func addAnswer(_ path: String, _ kind: AnswerWebhook.Kind, to router: inout Router) {
        let handler = AnswerHandler(context: context, kind: kind)
        for method in [Method.get, .post] {
            router.on(method, path, .sync { request, exchange in handler.handle(request, exchange) })
        }
    }

    private func addEvent(_ path: String, _ source: EventRecord.Source, to router: inout Router) {
        let handler = EventHandler(context: context, source: source)
        for method in [Method.post, .get] {
            router.on(method, path, .sync { request, exchange in handler.handle(request, exchange) })
        }
    }
}
