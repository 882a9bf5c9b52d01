import HTTP
import JSON

/// Shows the push credentials, without their keys.
enum PushCredentialsList {
    static let command = Command(
        "push credentials list", "List the push credentials", options: [.app], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let server = try invocation.server()
        var application: String?
        if let named = server.settings.application { application = try Applications.id(named, server) }
        let answer = try server.call(
            .get, "/admin/v1/push/credentials", query: [("application_id", application)], about: "push credentials")
        let credentials = answer["credentials"]?.array ?? []
        let output = invocation.output
        if output.isJSON {
            output.json(["credentials": .array(credentials)])
            return .success
        }
        let rows = credentials.map { credential in
            [
                credential["id"]?.string ?? "", credential["kind"]?.string ?? "",
                credential["bundle_id"]?.string ?? "", words(credential["environments"]),
                credential["expires_at"]?.string ?? "never", credential["application_id"]?.string ?? "",
            ]
        }
        output.table(
            Table("ID", "Kind", "Bundle", "Gateways", "Expires", "Application", rows: rows),
            orElse: "No push credentials")
        return .success
    }

    static func details(_ credential: JSONValue) -> [(name: String, value: String?)] {
        [
            ("Kind", credential["kind"]?.string), ("Bundle", credential["bundle_id"]?.string),
            ("Topics", credential["topics"].map(words)), ("Gateways", credential["environments"].map(words)),
            ("Expires", credential["expires_at"]?.string),
        ]
    }

    private static func words(_ value: JSONValue?) -> String {
        value?.array?.compactMap(\.string).joined(separator: ", ") ?? ""
    }
}
