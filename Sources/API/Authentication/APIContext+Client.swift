import Directory
import HTTP
import Telephony

/// Who asks on the app surface.
struct ClientAsker: Sendable {
    let application: ApplicationEntry
    /// The user whose token it was; nil: the application's own back end, or an administrator.
    let user: UserEntry?
}

extension APIContext {
    /// Signs in by an application token, or else by the admin key.
    ///
    /// - Parameters:
    ///   - path: what the token's access list is asked for.
    ///   - named: the application an administrator means, where it is not in the query.
    func authenticateClient(_ request: Request, for path: String, named: String? = nil) async throws(Problem)
        -> ClientAsker
    {
        let isAdmin = request.fields.credentials("Basic") != nil || request.query["api_key"] != nil
        guard isAdmin else {
            let bearer = try authenticateApplication(request, for: path)
            return ClientAsker(application: bearer.application, user: bearer.user)
        }
        _ = try await authenticateAdmin(request)
        return ClientAsker(application: try namedApplication(named ?? request.query["application_id"]), user: nil)
    }

    /// The application of that id, or the only one there is.
    package func namedApplication(_ text: String?) throws(Problem) -> ApplicationEntry {
        let directory = registry.directory
        guard let text, !text.isEmpty else {
            guard let only = directory.onlyApplication.flatMap({ directory.application($0) }) else {
                throw .noApplication
            }
            return only
        }
        guard let entry = ApplicationID(text).flatMap({ directory.application($0) }) else {
            throw .applicationNotFound.with(detail: "No application \(text).")
        }
        return entry
    }
}
