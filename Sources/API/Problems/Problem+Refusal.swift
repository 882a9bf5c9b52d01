import HTTP
import HTTPServer

extension Problem {
    /// What the server itself refuses, in the shape of the surface the path belongs to.
    package static func response(to refusal: Refusal) -> Response {
        let problem = Problem(refusal.status).with(detail: refusal.detail)
        return problem.response(as: ProblemShape(path: refusal.request?.path ?? "/"), requestID: nil)
    }

    /// A problem that has no more to say than its status.
    private init(_ status: Status) {
        switch status {
        case .badRequest: self = .badRequest
        case .notFound: self = .notFound
        case .methodNotAllowed: self = .methodNotAllowed
        case .unsupportedMediaType: self = .unsupportedMediaType
        default:
            let title = status.reason.description
            let code = title.lowercased().map { $0 == " " || $0 == "-" ? "_" : $0 }
            self.init(status.code, String(code), title)
        }
    }
}
