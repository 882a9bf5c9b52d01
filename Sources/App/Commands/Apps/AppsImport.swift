import HTTP
import JSON
import Telephony

/// Brings in an application that was made elsewhere, with its own id.
enum AppsImport {
    private static let name = Option("name", value: "NAME", "What people call it")
    private static let publicKeyFile = Option(
        "public-key-file", value: "FILE", spellings: ["public-key"], "Its public key, when you have no private one")
    private static let signatureSecretFile = Option(
        "signature-secret-file", value: "FILE", "File with the secret that its webhooks are signed with")
    private static let vendorKey = Option(
        "vendor-api-key", value: "KEY", "The account's API key, as its signed webhooks name it")
    private static let pushBy = Option(
        "push-by", value: "WHO", "Who wakes the phones: platform (default) or hookline")

    static let command = Command(
        "apps import", "Bring in an application made elsewhere, with its id",
        discussion: """
            With the private key this server can make tokens for the app; with the public key alone it
            can check those made elsewhere.
            """,
        positionals: [Positional("APPLICATION_ID", "The id it has")],
        options: [.key, name, publicKeyFile, signatureSecretFile, vendorKey, pushBy],
        examples: [
            .init(
                "hookline apps import 2f8a…-… --private-key private.key --signature-secret-file secret.txt",
                "a real application")
        ], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let arguments = invocation.arguments
        let typed = try arguments.required(0)
        guard let id = ApplicationID(typed) else { throw .usage("`\(typed)` is not an application id (a UUID)") }
        let server = try invocation.server(application: id.description)
        var body: JSONObject = ["id": .string(id.description)]
        body["name"] = arguments[name].map { .string($0) }
        if arguments.has(.key), let source = server.settings.privateKey {
            body["private_key"] = .string(try ApplicationKey.read(source).pem)
        }
        if let path = arguments[publicKeyFile] { body["public_key"] = .string(try text(path, invocation)) }
        guard body["private_key"] != nil || body["public_key"] != nil else {
            throw .usage("a key is missing", advice: "Name one with --private-key FILE or --public-key-file FILE.")
        }
        if let path = arguments[signatureSecretFile] {
            let secret = try text(path, invocation).trimmingBlanks
            guard !secret.isEmpty else {
                throw .refused(
                    "\(path) holds no secret", advice: "Webhooks would be taken unsigned. Put the secret into the file."
                )
            }
            body["signature_secret"] = .string(secret)
        }
        body["api_key"] = arguments[vendorKey].map { .string($0) }
        body["push_by"] = .string(try arguments.choice(pushBy, of: ["platform", "hookline"]) ?? "platform")
        let answer = try server.call(
            .post, "/admin/v1/applications/import", body: .json(.object(body)), about: "application \(id)")
        if invocation.output.isJSON {
            invocation.output.json(.object((answer.object ?? [:]).withoutPrivateKey))
        } else {
            invocation.output.line("Application imported: \(id)")
        }
        return .success
    }

    private static func text(_ path: String, _ invocation: Invocation) throws(Failure) -> String {
        do { return try Files.readText(invocation.surroundings.absolute(path), limit: 1 << 16) } catch {
            throw .refused(error.description)
        }
    }
}
