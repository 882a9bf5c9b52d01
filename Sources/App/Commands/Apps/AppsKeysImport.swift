import HTTP
import JSON

/// Gives the server the private half of an application's key, so that it can make tokens.
enum AppsKeysImport {
    static let command = Command(
        "apps keys import", "Give the server an application's private key, so that it can make tokens",
        positionals: [Positional("APP", "Its id or name")], options: [.key],
        examples: [.init("hookline apps keys import Demo --key private.key", "from a file")], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let server = try invocation.server(application: invocation.arguments[0])
        let id = try Applications.chosen(server)
        guard let source = server.settings.privateKey else {
            throw .usage("which key?", advice: "Name the private key's file with --key FILE.")
        }
        let pem = try ApplicationKey.read(source).pem
        try server.call(
            .put, "/admin/v1/applications/\(ServerConnection.segment(id))/keys",
            body: .json(["private_key": .string(pem)]), about: "the key of application \(id)")
        invocation.output.done("Private key imported for application \(id)", ["id": .string(id), "imported": true])
        return .success
    }
}
