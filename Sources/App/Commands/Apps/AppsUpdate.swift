import HTTP
import JSON

/// Changes an application: reads it, changes what was named, writes it back whole.
enum AppsUpdate {
    private static let name = Option("name", value: "NAME", "A new name")
    private static let publicKeyFile = Option(
        "public-key-file", value: "FILE", spellings: ["public-keyfile"], "Another public key")

    private static let flow = Option(
        "flow", value: "NAME", "The call flow that callers of its numbers get; \"\" takes the choice back")

    static let command = Command(
        "apps update", "Change an application; what is not named stays as it is",
        positionals: [
            Positional("APP", "Its id or name"),
            Positional("CAPABILITY", .optional, "voice, rtc or messages, when only that is changed"),
        ],
        options: [name, publicKeyFile, flow] + CapabilityOptions.all,
        examples: [
            .init("hookline apps update Demo --name \"Phone to app\"", "rename it"),
            .init("hookline apps update Demo --flow after-hours", "while nobody is there"),
            .init("hookline apps update Demo --voice-fallback-url \"\"", "take an address out"),
        ], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let arguments = invocation.arguments
        let server = try invocation.server(application: arguments[0])
        let id = try Applications.chosen(server)
        let before = try Applications.get(id, server)

        var application = before
        application["_links"] = nil
        if let name = arguments[name] { application["name"] = .string(name) }
        if let path = arguments[publicKeyFile] {
            let pem: String
            do { pem = try Files.readText(invocation.surroundings.absolute(path)) } catch {
                throw .refused(error.description)
            }
            var keys = application["keys"]?.object ?? JSONObject()
            keys["public_key"] = .string(pem)
            application["keys"] = .object(keys)
        }
        var capabilities = application["capabilities"]?.object ?? JSONObject()
        if let capability = arguments[1], capabilities[capability] == nil { capabilities[capability] = [:] }
        if try CapabilityOptions.apply(arguments, to: &capabilities) || arguments[1] != nil {
            application["capabilities"] = .object(capabilities)
        }

        var unchanged = before
        unchanged["_links"] = nil
        var answer = JSONValue.null
        if application != unchanged {
            answer = try server.call(
                .put, Applications.path(id), body: .json(.object(application)), about: "application \(id)")
        }
        if let chosen = arguments[flow], chosen != before["flow"]?.string ?? "" {
            answer = try server.call(
                .patch, "/admin/v1/applications/\(id)", body: .json(["flow": .string(chosen)]),
                about: "application \(id)")
        }
        guard answer != .null else {
            invocation.output.remark("No changes")
            return .success
        }
        if invocation.output.isJSON {
            invocation.output.json(.object((answer.object ?? [:]).withoutPrivateKey))
        } else {
            invocation.output.line("Application updated: \(id)")
        }
        return .success
    }
}
