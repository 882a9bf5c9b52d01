import JSON

/// Shows every setting with its value and where that comes from. Secrets are not shown.
enum ConfigShow {
    static let command = Command(
        "config show", "Show every setting and where its value comes from",
        options: Setting.ofServer.compactMap(\.option), run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let surroundings = invocation.surroundings
        let file = try SettingsFile.read(arguments: invocation.arguments, surroundings: surroundings)
        let profiles = try ProfileFile(in: surroundings)
        let name = invocation.arguments[.profile] ?? profiles.current ?? profiles.profiles.first?.name
        let profile = name.flatMap { name in profiles[name].map { (members: $0.members, name: name) } }
        let server = try Settings(
            Setting.ofServer, arguments: invocation.arguments, environment: surroundings.environment, file: file)
        let client = try Settings(
            Setting.ofClient, arguments: invocation.arguments, environment: surroundings.environment,
            profile: profile)
        for (stranger, advice) in Settings.strangers(in: surroundings.environment) {
            invocation.output.warning("\(stranger) is no setting\(advice.map { ". \($0)" } ?? "")")
        }
        let values = Setting.all.map { setting in
            (setting, setting.reader == .server ? server.value(setting) : client.value(setting))
        }
        if invocation.output.isJSON {
            let rows = values.map { setting, value -> JSONValue in
                [
                    "name": .string(setting.name), "variable": .string(setting.variable),
                    "flag": setting.option.map { .string("--\($0.name)") } ?? nil,
                    "value": value.map { .string(setting.isSecret ? "<secret>" : $0.text) } ?? nil,
                    "source": value.map { .string($0.source.words) } ?? nil,
                ]
            }
            invocation.output.json(["settings": .array(rows)])
            return .success
        }
        let rows = values.map { setting, value in
            [
                setting.name, value.map { setting.isSecret ? "<secret>" : $0.text } ?? "–", value?.source.words ?? "",
                setting.variable,
            ]
        }
        invocation.output.table(Table("Setting", "Value", "From", "Variable", rows: rows), orElse: "No settings")
        return .success
    }
}
