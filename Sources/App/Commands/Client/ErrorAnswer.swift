import HTTPClient
import JSON

/// An answer that is no success, in whichever of the vendor's or our own shapes.
struct ErrorAnswer {
    private let status: Int
    private let code: String?
    private let words: String?
    private let advice: String?
    private let retryAfter: String?
    private let credentials: ServerConnection.Credentials
    private let settings: ClientSettings

    init(_ response: ClientResponse, credentials: ServerConnection.Credentials, settings: ClientSettings) {
        self.credentials = credentials
        self.settings = settings
        status = response.status
        retryAfter = response.fields["retry-after"]
        let body = try? JSONValue.parse(response.body, limits: .answer)
        code = body?["code"]?.string
        advice = body?["advice"]?.string
        let keys = ["detail", "title", "error_title", "error-code-label", "description", "message"]
        let told = keys.lazy.compactMap { body?[$0]?.string }.first { !$0.isEmpty }
        let parameters = body.map(ErrorAnswer.parameters) ?? []
        words = parameters.isEmpty ? told : ([told].compactMap(\.self) + parameters).joined(separator: "; ")
    }

    /// What to tell, where `what` is what the command was about: "application 1234…".
    func failure(about what: String, url: String) -> Failure {
        let reason = words ?? "status \(status)"
        switch status {
        case 401, 403:
            return Failure(
                .unauthorised, "\(settings.url) refuses \(identity): \(reason)", advice: advice ?? identityAdvice)
        case 404:
            if code == nil, words == nil {
                return Failure(
                    .notFound, "\(url) is not there (404)", advice: "Is that a Hookline server of this version?")
            }
            return Failure(isAboutNumber ? .numberNotFound : .notFound, "\(what): \(reason)", advice: advice)
        case 420:
            return Failure(isAboutNumber ? .numberNotFound : .serverError, "\(what): \(reason)", advice: advice)
        case 400, 405..<420, 422:
            return .refused("\(what): \(reason)", advice: advice)
        case 429, 503:
            return Failure(
                .serverError, "\(what): \(reason)", advice: advice ?? retryAfter.map { "Try again in \($0) seconds." })
        case 300..<400:
            return Failure(.serverError, "\(url) leads elsewhere (\(status))", advice: "Use the address it leads to.")
        default:
            return Failure(.serverError, "\(what): \(reason)", advice: advice)
        }
    }

    private var isAboutNumber: Bool {
        if code == "number_not_found" { return true }
        let label = words?.lowercased() ?? ""
        return status == 420 && ["method failed", "not found", "not available"].contains { label.contains($0) }
    }

    /// What was shown to the server, without the secret part.
    private var identity: String {
        switch credentials {
        case .keyPair: settings.keyPair.map { "the API key \($0.key) (\($0.source))" } ?? "the API key"
        case .token: "the token signed with \(settings.privateKey?.name ?? "the private key")"
        }
    }

    private var identityAdvice: String {
        switch credentials {
        case .keyPair: "`hookline init` printed the key pair; HOOKLINE_API_KEY and HOOKLINE_API_SECRET set it."
        case .token: "The private key must belong to the application: `hookline apps keys import APP --key FILE`."
        }
    }

    /// `invalid_parameters` as an array of name and reason, or as an object.
    private static func parameters(_ body: JSONValue) -> [String] {
        switch body["invalid_parameters"] {
        case .array(let items):
            return items.compactMap { item in
                guard let reason = item["reason"]?.string else { return nil }
                return item["name"]?.string.map { "\($0): \(reason)" } ?? reason
            }
        case .object(let object):
            return object.members.compactMap { key, value in value.string.map { "\(key): \($0)" } }
        default: return []
        }
    }
}
