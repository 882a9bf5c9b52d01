import HTTP
import HTTPServer
import JSON
import Registry
import Telephony

/// For those who keep the server running: `/healthz`, `/readyz`, `/metrics`.
struct ServiceRoutes: Sendable {
    let context: APIContext

    func add(to router: inout Router) {
        let alive = Response.json(
            JSONValue.object(["status": "ok", "version": .string(context.settings.version)]).serialized())
        router.on(.get, "/healthz", .sync { _, _ in .reply(alive) })
        router.on(.get, "/readyz", .async { _, _ in await readiness() })
        router.on(.get, "/metrics", .async { request, exchange in await metrics(request, exchange) })
    }

    private func readiness() async -> Response {
        let readiness = await Readiness(of: context)
        return .json(readiness.json.serialized(), status: readiness.isReady ? .ok : .serviceUnavailable)
    }

    private func metrics(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.answering(exchange) { () async throws(Problem) in
            _ = try await context.authenticateAdmin(request)
            var response = Response.text(Metrics(of: context).text)
            response.contentType = "text/plain; version=0.0.4; charset=utf-8"
            return response
        }
    }
}
