import HTTP
import HTTPServer
import JSON
import Registry
import Telephony

/// `GET /admin/v1/problems`: what an operator should know and can mend, what was seen last first.
struct ProblemRoute: Sendable {
    let context: APIContext

    func add(to router: inout Router) {
        router.on(
            .get, AdminRoutes.path + "/problems", .async { request, exchange in await list(request, exchange) })
    }

    private func list(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange) { () async throws(Problem) in
            var reader = ParameterReader(request.query)
            let limit = reader.integer("limit", in: 1...1000, otherwise: 100)
            let application = reader.application("application_id")
            try reader.check()
            let problems = try await context.read { tx in
                try ProblemStore(tx).list(application: application, limit: limit)
            }
            return .json(["problems": .array(problems.map(\.json))])
        }
    }
}

extension StoredProblem {
    fileprivate var json: JSONValue {
        [
            "code": .string(code), "subject": .string(subject),
            "application_id": application.map { .string($0.description) } ?? .null,
            "call": call.map { .string($0.uuid?.description ?? $0.text) } ?? .null, "detail": .string(detail),
            "first_at": .string(firstAt.rfc3339()), "last_at": .string(lastAt.rfc3339()),
            "count": .number(JSONNumber(count)),
        ]
    }
}
