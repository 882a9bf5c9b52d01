import Crypto
import HTTP
import JSON

/// Gives the server what it needs to wake phones: a certificate (`.p12`) or a token key (`.p8`).
enum PushCredentialsAdd {
    private static let password = Option("password", value: "TEXT", "The .p12 file's password; may be empty")
    private static let keyID = Option("key-id", value: "ID", "For a .p8 key: its id, ten characters")
    private static let teamID = Option("team-id", value: "ID", "For a .p8 key: the team it belongs to")
    private static let bundleID = Option("bundle-id", value: "ID", "The app's bundle id; a certificate has its own")
    private static let environment = Option(
        "environment", value: "WHICH", isRepeatable: true, "production or sandbox (both)")

    static let command = Command(
        "push credentials add", "Add a push certificate (.p12) or token key (.p8)",
        positionals: [
            Positional("APP", "The application's id or name"), Positional("FILE", "A .p12 or .p8 file"),
        ],
        options: [password, keyID, teamID, bundleID, environment],
        examples: [
            .init("hookline push credentials add Demo voip.p12 --password secret", "a certificate"),
            .init(
                "hookline push credentials add Demo AuthKey.p8 --key-id ABC123DEFG --team-id DEF123GHIJ "
                    + "--bundle-id com.example.phone", "a token key"),
        ], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let arguments = invocation.arguments
        let path = try arguments.required(1)
        let content: [UInt8]
        do { content = try Files.read(invocation.surroundings.absolute(path), limit: 1 << 20) } catch {
            throw .refused(error.description)
        }
        let server = try invocation.server(application: arguments[0])
        var body: JSONObject = ["application_id": .string(try Applications.chosen(server))]
        let text = String(decoding: content, as: UTF8.self)
        if text.contains("PRIVATE KEY-----") {
            for option in [keyID, teamID, bundleID] where arguments[option] == nil {
                throw .usage("a token key needs --\(option.name)", advice: "Usage: \(command.usage)")
            }
            body["kind"] = "token"
            body["p8"] = .string(text)
            body["key_id"] = arguments[keyID].map { .string($0) }
            body["team_id"] = arguments[teamID].map { .string($0) }
        } else {
            body["kind"] = "certificate"
            body["p12"] = .string(Base64.encode(content))
            body["password"] = arguments[password].map { .string($0) }
        }
        body["bundle_id"] = arguments[bundleID].map { .string($0) }
        let environments = arguments.all(environment)
        for name in environments where !["production", "sandbox"].contains(name) {
            throw .usage("--environment: `\(name)` is neither production nor sandbox")
        }
        if !environments.isEmpty { body["environments"] = .array(environments.map { .string($0) }) }

        let added = try server.call(
            .post, "/admin/v1/push/credentials", body: .json(.object(body)), about: path)
        for warning in added["warnings"]?.array?.compactMap(\.string) ?? [] { invocation.output.warning(warning) }
        if invocation.output.isJSON {
            invocation.output.json(added)
            return .success
        }
        invocation.output.line("Push credentials added: \(added["id"]?.string ?? "")")
        invocation.output.details(PushCredentialsList.details(added))
        return .success
    }
}
