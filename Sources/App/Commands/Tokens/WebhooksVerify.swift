import HTTP
import JSON
import JWT

/// Says whether a signed webhook is genuine.
enum WebhooksVerify {
    private static let secret = Option(
        "secret", value: "TEXT", "The signature secret (HOOKLINE_SIGNATURE_SECRET)")
    private static let secretFile = Option("secret-file", value: "FILE", "File that holds it")
    private static let body = Option("body", value: "FILE", "The request's body, byte for byte; - is standard input")
    private static let query = Option("query", value: "TEXT", "For a GET: its query, as it was sent")

    static let command = Command(
        "webhooks verify", "Check the signature of a webhook",
        discussion: "TOKEN is what stands behind `Authorization: Bearer`. Exit code 0: genuine; 1: not.",
        positionals: [Positional("TOKEN", "The webhook's token")],
        options: [secret, secretFile, body, query, VerificationTime.option], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let arguments = invocation.arguments
        let settings = try ClientSettings(invocation)
        let now = try VerificationTime.seconds(arguments, clock: settings.clock)
        let secret = try secret(invocation)
        let payload = try payload(invocation)
        let token = try arguments.required(0).trimmingBlanks
        let claims: WebhookClaims
        do {
            claims = try WebhookToken(authorization: "Bearer " + token).verify(
                secrets: [secret], payload: payload, now: now)
        } catch { throw .refused(error.description) }
        if invocation.output.isJSON {
            invocation.output.json([
                "valid": true, "application_id": claims.applicationID.map { .string($0) } ?? nil,
                "api_key": claims.apiKey.map { .string($0) } ?? nil,
                "iat": .number(JSONNumber(claims.issuedAt)),
            ])
            return .success
        }
        invocation.output.details([
            ("Webhook", "genuine"), ("Application ID", claims.applicationID), ("API key", claims.apiKey),
        ])
        return .success
    }

    private static func secret(_ invocation: Invocation) throws(Failure) -> WebhookSecret {
        var text = invocation.arguments[secret]
        if let path = invocation.arguments[secretFile] {
            do { text = try Files.readText(invocation.surroundings.absolute(path), limit: 1 << 16) } catch {
                throw .usage(error.description)
            }
        }
        text = text ?? invocation.surroundings.environment[Setting.signatureSecret.variable]
        guard let text, let secret = WebhookSecret(text) else {
            throw .usage("there is no signature secret", advice: "Name it with --secret-file or --secret.")
        }
        return secret
    }

    private static func payload(_ invocation: Invocation) throws(Failure) -> WebhookPayload {
        if let query = invocation.arguments[query] {
            let text = query.hasPrefix("?") ? String(query.dropFirst()) : query
            return .query(Query(text).map { WebhookPayload.Parameter($0.name, $0.value) })
        }
        guard let path = invocation.arguments[body] else { return .body([]) }
        if path == "-" {
            guard let bytes = invocation.surroundings.terminal.readAll(4 << 20) else {
                throw .usage("standard input is longer than 4 MiB")
            }
            return .body(bytes)
        }
        do { return .body(try Files.read(invocation.surroundings.absolute(path))) } catch {
            throw .usage(error.description)
        }
    }
}
