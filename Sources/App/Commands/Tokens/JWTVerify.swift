import Crypto
import JSON
import JWT
import Telephony

/// Says whether a token is genuine and still good, and for whom.
enum JWTVerify {
    private static let publicKey = Option(
        "public-key", value: "FILE", spellings: ["public-key-file", "public-keyfile"],
        "The application's public key; else the server is asked")
    private static let subject = Option(
        "sub", value: "USER", spellings: ["user", "subject"], "It must be for this user")
    private static let app = Option(
        "app", value: "APP", spellings: ["app-id", "application-id"], "It must be of this application")

    static let command = Command(
        "jwt verify", "Check an application's token",
        discussion: "Exit code 0: good; 1: not good, with the reason; 22: good, but not for --sub or --app.",
        positionals: [Positional("TOKEN", "The token; - reads it from standard input")],
        options: [publicKey, .key, VerificationTime.option, app, subject], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let arguments = invocation.arguments
        var token = try arguments.required(0)
        if token == "-" {
            token = String(decoding: invocation.surroundings.terminal.readAll(1 << 16) ?? [], as: UTF8.self)
        }
        let settings = try ClientSettings(invocation)
        let now = try VerificationTime.seconds(arguments, clock: settings.clock)
        let keys = try keys(invocation, settings, token: token.trimmingBlanks)
        let claims: ApplicationClaims
        do {
            claims = try ApplicationTokenVerifier(key: keys).verify(token: token.trimmingBlanks, now: now)
        } catch { throw .refused(error.description) }

        if let wanted = arguments[app], UUID128(wanted) != UUID128(claims.applicationID) {
            throw Failure(.claimMismatch, "the token is of application \(claims.applicationID), not \(wanted)")
        }
        if let wanted = arguments[subject], wanted != claims.subject {
            let whom = claims.subject.map { "user \($0)" } ?? "the application itself"
            throw Failure(.claimMismatch, "the token is for \(whom), not \(wanted)")
        }
        let end = Timestamp(seconds: claims.end).rfc3339()
        if invocation.output.isJSON {
            invocation.output.json(["valid": true, "expires_at": .string(end), "claims": .object(claims.json)])
            return .success
        }
        invocation.output.details([
            ("Token", "good"), ("Application ID", claims.applicationID), ("User", claims.subject ?? "none"),
            ("Expires", end),
            ("May use", claims.acl.map { $0.entries.map(\.path).joined(separator: " ") } ?? "everything"),
        ])
        return .success
    }

    /// Where the public key of an application comes from. It is read before the token is looked at, so that a bad
    /// key file is told as such.
    private static func keys(
        _ invocation: Invocation, _ settings: ClientSettings, token: String
    ) throws(Failure) -> @Sendable (String) -> RSAPublicKey? {
        if let path = invocation.arguments[publicKey] {
            let pem: String
            do { pem = try Files.readText(invocation.surroundings.absolute(path)) } catch {
                throw .usage(error.description)
            }
            let key: RSAPublicKey
            do { key = try RSAPublicKey(pem: pem) } catch { throw .usage("\(path): \(error)") }
            return { _ in key }
        }
        if let source = settings.privateKey {
            let key = try ApplicationKey.read(source).publicKey
            return { _ in key }
        }
        guard let id = claimedApplication(token) else { return { _ in nil } }
        let application = try Applications.get(id, ServerConnection(settings))
        let key = application["keys"]?["public_key"]?.string.flatMap { try? RSAPublicKey(pem: $0) }
        return { _ in key }
    }

    /// What an unchecked token says of itself; only a hint for whose key to ask for.
    private static func claimedApplication(_ token: String) -> String? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64URL.decode(parts[1]) else { return nil }
        return (try? JSONValue.parse(bytes))?["application_id"]?.string
    }
}
