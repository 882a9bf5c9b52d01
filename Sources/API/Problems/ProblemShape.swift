import HTTP
import JSON

/// How an error looks on the wire. The vendor's interfaces differ in it, and their clients count on that.
package enum ProblemShape: Sendable {
    /// Our own: `application/problem+json` (RFC 9457) with `code` and `advice`.
    case own
    /// The vendor's Applications API: RFC 9457 members, served as `application/json`.
    case applications
    /// The vendor's Users and Conversation APIs: the same with `code`.
    case conversation
    /// The vendor's Voice API and what stands in front of it.
    case voice
    /// The vendor's Numbers API.
    case numbers

    /// The shape of the interface a path belongs to.
    package init(path: String) {
        func begins(_ prefix: String) -> Bool {
            path.hasPrefix(prefix)
                && (path.utf8.count == prefix.utf8.count || path.dropFirst(prefix.count).first == "/")
        }
        if begins("/v2/applications") {
            self = .applications
        } else if begins("/v1/calls") {
            self = .voice
        } else if begins("/account") || begins("/number") {
            self = .numbers
        } else if begins("/v1") || begins("/v0.1") || begins("/v0.2") || begins("/v0.3") || begins("/beta") {
            self = .conversation
        } else {
            self = .own
        }
    }
}

extension Problem {
    /// The answer that tells a client of it.
    ///
    /// - Parameter number: the request's, which stands in `instance`, so that the log can be searched for it.
    package func response(as shape: ProblemShape = .own, requestID number: UInt64?) -> Response {
        let requestID = number.map(Self.name(ofRequest:))
        var body = JSONObject()
        switch shape {
        case .own: writeOwn(to: &body, requestID: requestID)
        case .applications: writeApplications(to: &body, requestID: requestID)
        case .conversation: writeConversation(to: &body, requestID: requestID)
        case .voice: writeVoice(to: &body)
        case .numbers: writeNumbers(to: &body)
        }
        let bytes = body.serialized()
        var response: Response =
            if case .own = shape { .problem(bytes, status: status) } else { .json(bytes, status: status) }
        if status == .unauthorized { response.fields.append("WWW-Authenticate", shape.challenge) }
        if let retryAfter { response.fields.append("Retry-After", String(retryAfter)) }
        return response
    }

    /// 32 hex digits, as the vendor's are.
    static func name(ofRequest number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 32 - digits.utf8.count) + digits
    }

    private func writeOwn(to body: inout JSONObject, requestID: String?) {
        body["type"] = .string("urn:hookline:problem:" + code)
        body["title"] = .string(title)
        body["status"] = .number(JSONNumber(status.code))
        body["code"] = .string(code)
        if let detail { body["detail"] = .string(detail) }
        if let advice { body["advice"] = .string(advice) }
        if let requestID { body["instance"] = .string(requestID) }
        if !invalidParameters.isEmpty { body["invalid_parameters"] = parameterList }
    }

    /// Family E1 of the vendor's errors.
    private func writeApplications(to body: inout JSONObject, requestID: String?) {
        let (fragment, shownTitle): (String, String) =
            switch status {
            case .badRequest where code == Problem.invalidQuery.code: ("/application#list-validation", "Bad Request")
            case .badRequest: ("/application#payload-validation", "Bad Request")
            case .unauthorized: ("#unauthorized", "Invalid credentials supplied")
            case .forbidden: ("#forbidden", "Forbidden")
            case .notFound: ("#not-found", "Not Found")
            case .methodNotAllowed: ("#wrong-verb", "Request method not allowed")
            case .unsupportedMediaType: ("#content-type-header", "Unsupported Content-Type header")
            default: ("#" + code.replacingUnderscores, title)
            }
        body["type"] = .string("https://developer.nexmo.com/api-errors" + fragment)
        body["title"] = .string(shownTitle)
        body["detail"] = .string(words)
        body["code"] = .string(code)
        if let requestID { body["instance"] = .string(requestID) }
        if !invalidParameters.isEmpty { body["invalid_parameters"] = parameterList }
    }

    /// Family E2.
    private func writeConversation(to body: inout JSONObject, requestID: String?) {
        let shownCode = vendorCode ?? "http:error:" + code.replacingUnderscores
        let shownTitle =
            switch status {
            case .badRequest: "Bad request."
            case .unauthorized: "Unauthorized."
            case .forbidden: "Forbidden."
            case .notFound: "Not found."
            case .conflict: "Conflict."
            default: title
            }
        body["title"] = .string(shownTitle)
        body["type"] = .string("https://developer.nexmo.com/api/conversation#" + shownCode)
        body["code"] = .string(shownCode)
        body["detail"] = .string(words)
        if let requestID { body["instance"] = .string(requestID) }
        if !invalidParameters.isEmpty { body["invalid_parameters"] = parameterList }
    }

    /// Families E4 and, for what the Voice API itself refuses, E6.
    private func writeVoice(to body: inout JSONObject) {
        if status == .badRequest {
            body["type"] = .number(JSONNumber(status.code))
            body["title"] = "Bad Request"
            if !invalidParameters.isEmpty { body["invalid_parameters"] = parameterList }
        } else {
            let reason = status.reason.description
            body["type"] = .string(String(reason.uppercased().map { $0 == " " ? "_" : $0 }))
            body["error_title"] = .string(reason)
        }
        body["detail"] = .string(words)
        body["code"] = .string(code)
    }

    /// Family E5.
    private func writeNumbers(to body: inout JSONObject) {
        let label: String =
            switch status {
            case .unauthorized: "authentication failed"
            case .notFound, .methodNotAllowed: title.lowercased()
            case _ where code == Problem.methodFailed.code: title
            default: words
            }
        body["error-code"] = .string(String(status.code))
        body["error-code-label"] = .string(label)
        // Clients compare the whole body.
        if status == .unauthorized { return }
        // Names what is wrong where the label must be the vendor's.
        body["title"] = .string(title)
        if let detail { body["detail"] = .string(detail) }
    }

    /// The most particular words there are.
    private var words: String {
        if let detail { return detail }
        if let first = invalidParameters.first, invalidParameters.count == 1 { return "\(first.name): \(first.reason)" }
        return title + "."
    }

    private var parameterList: JSONValue {
        .array(
            invalidParameters.map { parameter in
                .object(JSONObject([("name", .string(parameter.name)), ("reason", .string(parameter.reason))]))
            })
    }
}

extension ProblemShape {
    /// How to sign in where this shape is spoken (RFC 9110 §11.6.1).
    var challenge: String {
        switch self {
        case .conversation, .voice: "Bearer realm=\"hookline\""
        case .own, .applications, .numbers: "Basic realm=\"hookline\", charset=\"UTF-8\""
        }
    }
}

extension String {
    fileprivate var replacingUnderscores: String { String(map { $0 == "_" ? "-" : $0 }) }
}
