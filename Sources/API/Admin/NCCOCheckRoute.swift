import HTTP
import HTTPServer
import JSON
import NCCO

/// `POST /admin/v1/ncco/check`: what is wrong with an NCCO. 200 when nothing is, or remarks only; 400 for errors.
struct NCCOCheckRoute: Sendable {
    let context: APIContext

    func add(to router: inout Router) {
        router.on(
            .post, AdminRoutes.path + "/ncco/check", .async { request, exchange in await check(request, exchange) })
    }

    private func check(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange) { () async throws(Problem) in
            if request.isContentCoded {
                throw .unsupportedMediaType.with(detail: "The body is compressed; send it as it is.")
            }
            let findings = NCCOCheck.findings(in: request.body)
            let isValid = !findings.contains { $0.severity == .error }
            return .json(
                ["valid": .bool(isValid), "findings": .array(findings.map(\.json))],
                status: isValid ? .ok : .badRequest)
        }
    }
}

extension Finding {
    fileprivate var json: JSONValue {
        var object = JSONObject()
        object["rule"] = .string(rule.rawValue)
        object["severity"] = .string(severity == .info ? "remark" : severity.rawValue)
        object["pointer"] = .string(pointer.description)
        object["line"] = line.map { .number(JSONNumber($0)) }
        object["column"] = column.map { .number(JSONNumber($0)) }
        object["message"] = .string(message)
        return .object(object)
    }
}
