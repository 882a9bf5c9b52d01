import HTTP
import JSON
import JWT
import Telephony

/// Makes a token and prints it, and nothing else, so that `$(hookline jwt create …)` works.
enum JWTCreate {
    private static let subject = Option(
        "sub", value: "USER", spellings: ["user", "subject"], "The user who may act; none: the application itself")
    private static let expires = Option("exp", value: "TIME", "When it ends: seconds since 1970, or ISO 8601")
    private static let lifetime = Option("ttl", value: "SECONDS", "How long it is good for, 30 to 86400 (900)")
    private static let acl = Option(
        "acl", value: "JSON", "What it may do: JSON, @FILE, or client, legacy, current, receive")
    private static let claim = Option("claim", value: "NAME=VALUE", isRepeatable: true, "A further claim")

    static let command = Command(
        "jwt create", "Make a token for the application or one of its users",
        discussion: "Needs the private key, but no server. Only the token goes to standard output.",
        options: [.app, .key, subject, lifetime, expires, acl, claim],
        examples: [
            .init("hookline jwt create --sub Alice --ttl 21600", "for Alice's phone, six hours"),
            .init("hookline jwt create --app APP --key private.key", "for your back end"),
        ], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let request = try Request(invocation.arguments, in: invocation.surroundings)
        let settings = try ClientSettings(invocation, application: request.application)
        guard let source = settings.privateKey else {
            throw .usage(
                "there is no private key to sign with",
                advice: "Name it with --key FILE or HOOKLINE_PRIVATE_KEY; `hookline apps create` writes one.")
        }
        let key = try ApplicationKey.read(source)
        let application = try application(settings)
        let now = settings.clock.now()
        let claims: ApplicationClaims
        do {
            claims = try ApplicationClaims(
                applicationID: application, subject: request.subject, acl: request.acl, lifetime: request.lifetime,
                notBefore: request.notBefore, others: request.others, now: now.seconds)
        } catch { throw .refused(error.description, advice: advice(for: error)) }

        if let subject = request.subject, !invocation.output.isQuiet {
            warnIfUnknown(subject, of: application, settings, invocation.output)
        }
        let token = claims.token(signedWith: key)
        if invocation.output.isJSON {
            let end = Timestamp(seconds: claims.end).rfc3339()
            invocation.output.json(["token": .string(token), "expires_at": .string(end)])
        } else {
            invocation.output.line(token)
        }
        return .success
    }

    private static func application(_ settings: ClientSettings) throws(Failure) -> String {
        if let named = settings.application, let id = ApplicationID(named) { return id.description }
        if settings.application == nil, settings.keyPair == nil {
            throw .usage("which application?", advice: "Name it with --app, HOOKLINE_APP or .hookline-app.")
        }
        return try Applications.chosen(ServerConnection(settings))
    }

    /// A token for a user whom nobody created is a common mistake, which only the server can see. No answer, no word.
    private static func warnIfUnknown(
        _ user: String, of application: String, _ settings: ClientSettings, _ output: Output
    ) {
        guard settings.isURLChosen, settings.keyPair != nil,
            let server = try? ServerConnection(settings.with(timeout: .seconds(2))),
            let answer = try? server.call(
                .get, "/admin/v1/applications/\(ServerConnection.segment(application))/users",
                query: [("name", user)], about: "user \(user)"),
            let users = answer["_embedded"]?["users"]?.array, users.isEmpty
        else { return }
        output.warning("there is no user `\(user)` in application \(application); `hookline users create` makes one")
    }

    private static func advice(for error: MintError) -> String? {
        switch error {
        case .expiryInPast: "For so many seconds from now: --ttl SECONDS."
        default: nil
        }
    }

    /// What the arguments ask for, in the new spelling or as `claim=value` pairs.
    private struct Request {
        var application: String?
        var subject: String?
        var acl: ACL?
        var lifetime = ApplicationClaims.Lifetime.standard
        var notBefore: Int64?
        var others = JSONObject()

        init(_ arguments: Arguments, in surroundings: Surroundings) throws(Failure) {
            subject = arguments[JWTCreate.subject]
            if let text = arguments[JWTCreate.acl] { acl = try Request.acl(text, in: surroundings) }
            if let text = arguments[JWTCreate.expires] { lifetime = .until(try Request.seconds(text, "exp")) }
            if let seconds = try arguments.integer(JWTCreate.lifetime, in: 0...Int.max) {
                guard !arguments.has(JWTCreate.expires) else {
                    throw .usage("--ttl and --exp are both set", advice: "Keep one of them.")
                }
                lifetime = .seconds(Int64(seconds))
            }
            for pair in arguments.all(JWTCreate.claim) {
                guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex else {
                    throw .usage("--claim: `\(pair)` is not NAME=VALUE")
                }
                try take(String(pair[..<equals]), String(pair[pair.index(after: equals)...]), in: surroundings)
            }
        }

        private mutating func take(
            _ name: String, _ value: String, in surroundings: Surroundings
        ) throws(Failure) {
            switch name {
            case "application_id": application = value
            case "sub": subject = value
            case "acl": acl = try Request.acl(value, in: surroundings)
            case "exp": lifetime = .until(try Request.seconds(value, name))
            case "nbf": notBefore = try Request.seconds(value, name)
            case "ttl":
                guard let seconds = Int64(value) else { throw .usage("ttl: `\(value)` is not a whole number") }
                lifetime = .seconds(seconds)
            default: others[name] = .string(value)
            }
        }

        private static func acl(_ text: String, in surroundings: Surroundings) throws(Failure) -> ACL {
            if let preset = ACL.presets.first(where: { $0.name == text }) { return preset.acl }
            var json = text
            if text.hasPrefix("@") {
                do { json = try Files.readText(surroundings.absolute(String(text.dropFirst()))) } catch {
                    throw .refused(error.description)
                }
            }
            do { return try ACL(text: json) } catch {
                throw .refused(
                    "\(error), in \(text)",
                    advice:
                        "Put the JSON in single quotes so that the shell leaves it alone, or in a file: --acl @FILE.")
            }
        }

        static func seconds(_ text: String, _ name: String) throws(Failure) -> Int64 {
            if let seconds = Int64(text) { return seconds }
            if let time = Timestamp(text) { return time.seconds }
            throw .usage("\(name): `\(text)` is neither seconds since 1970 nor an ISO 8601 time")
        }
    }
}
