import Directory
import HTTP
import JWT
import Telephony

extension APIContext {
    /// Signs an application, or one of its users, in by its token.
    ///
    /// - Parameter path: what the token's access list is asked for; nil: the path of the request.
    /// - Throws: what is wrong with the token, each thing by a name of its own, or `forbidden` naming the path that
    ///   the access list lacks.
    package func authenticateApplication(_ request: Request, for path: String? = nil) throws(Problem)
        -> ApplicationBearer
    {
        do throws(Problem) {
            return try bearer(of: request, for: path ?? request.path)
        } catch {
            log.info("auth.refused", ["code": error.code, "reason": error.detail ?? error.title])
            throw error
        }
    }

    /// Signs a user in. Throws as above, and `forbidden` for a token of the application itself.
    package func authenticateUser(_ request: Request, for path: String? = nil) throws(Problem)
        -> (user: UserEntry, bearer: ApplicationBearer)
    {
        let bearer = try authenticateApplication(request, for: path)
        guard let user = bearer.user else {
            throw .forbidden.with(
                detail: "This is for users: the token needs the claim sub.",
                advice: "hookline jwt create --user NAME")
        }
        return (user, bearer)
    }

    private func bearer(of request: Request, for path: String) throws(Problem) -> ApplicationBearer {
        let verifier = ApplicationTokenVerifier(skew: settings.clockSkew.components.seconds) { [registry, keys] id in
            ApplicationID(id).flatMap { registry.directory.application($0) }.flatMap { keys.key(of: $0) }
        }
        let claims: ApplicationClaims
        do throws(TokenError) {
            claims = try verifier.verify(
                authorization: request.fields["Authorization"], now: clock.now().seconds)
        } catch {
            throw Problem(error)
        }
        // It may have been removed since its key was read.
        guard
            let application = ApplicationID(claims.applicationID).flatMap({ registry.directory.application($0) })
        else { throw .unknownApplicationToken }
        let user = try user(of: claims, in: application)
        guard claims.allows(method: request.method.name, path: path) else {
            let wanted = Self.accessPath(for: path)
            throw .forbidden.with(
                detail: "The token's acl does not allow \(request.method.name) on \(wanted).",
                advice: "Add \"\(wanted)\": {} to acl.paths, or leave acl out: hookline jwt create does it right.")
        }
        return ApplicationBearer(claims: claims, application: application, user: user)
    }

    private func user(of claims: ApplicationClaims, in application: ApplicationEntry) throws(Problem) -> UserEntry? {
        guard let subject = claims.subject else { return nil }
        guard let name = UserName(subject),
            let user = registry.directory.user(named: name, in: application.id)
        else {
            throw .unknownUserToken.with(detail: "The application \(application.name) has no user of the name in sub.")
        }
        return user
    }

    /// The entry of an access list that covers a path: `/*/devices/**` for `/client/devices`.
    private static func accessPath(for path: String) -> String {
        let segments = path.prefix { $0 != "?" }.split(separator: "/")
        return segments.count > 1 ? "/*/\(segments[1])/**" : path
    }
}

extension Problem {
    /// What a client is told of a token that was refused.
    init(_ error: TokenError) {
        let problem: Problem =
            switch error {
            case .missing: .missingToken
            case .malformed: .malformedToken
            case .expired: .expiredToken
            case .unknownApplication: .unknownApplicationToken
            default: .invalidToken
            }
        self = problem.with(detail: "\(error)")
    }
}
