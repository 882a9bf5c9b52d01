import JSON

/// Shows one application.
enum AppsShow {
    static let command = Command(
        "apps show", "Show one application",
        positionals: [Positional("APP", .optional, "Its id or name; else the one of this folder")], options: [.app],
        run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let server = try invocation.server(application: invocation.arguments[0])
        let application = try Applications.get(Applications.chosen(server), server).withoutPrivateKey
        let output = invocation.output
        if output.isJSON {
            output.json(.object(application))
            return .success
        }
        var details: [(String, String?)] = [
            ("Name", application["name"]?.string), ("Application ID", application["id"]?.string),
            ("Flow", application["flow"]?.string),
            ("Public Key", application["keys"]?["public_key"]?.string == nil ? "not set" : "set"),
        ]
        for (name, capability) in application["capabilities"]?.object?.members ?? [] {
            let webhooks = capability["webhooks"]?.object?.members ?? []
            if webhooks.isEmpty { details.append((name, "on")) }
            for (webhook, entry) in webhooks {
                let method = entry["http_method"]?.string.map { "  (\($0))" } ?? ""
                guard let address = entry["address"]?.string, !address.isEmpty else { continue }
                details.append(("\(name) \(webhook)", address + method))
            }
        }
        output.details(details)
        return .success
    }
}
