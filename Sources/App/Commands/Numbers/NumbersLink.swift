import HTTP
import JSON

/// Says whose phone a number rings.
enum NumbersLink {
    private static let user = Option("user", value: "USER", "Whom it rings, by name or id")
    private static let greeting = Option("greeting", value: "TEXT", "What the caller hears first")
    private static let flow = Option(
        "flow", value: "NAME", "The call flow its callers get; alone, it leaves user and greeting as they are")
    private static let number = Option("number", value: "NUMBER", isHidden: true, "The number; instead of the argument")

    static let command = Command(
        "numbers link", "Link a number to an application, or to a user of it",
        positionals: [
            Positional("NUMBER", .optional, "Which one, in any spelling"),
            Positional("APPLICATION_ID", .optional, "Its application; --app does the same"),
        ],
        options: [.app, user, greeting, flow, number, .country, .yes],
        examples: [
            .init("hookline numbers link 447700900030 --user Alice", "rings Alice"),
            .init("hookline numbers link 447700900030 --user Alice --greeting \"Hello.\"", "and says hello first"),
            .init("hookline numbers link 447700900030 --flow ivr", "offers a menu"),
        ], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let arguments = invocation.arguments
        let (typed, application) = try NumberArgument.numberAndApplication(arguments)
        guard let typed = typed ?? arguments[number] else {
            throw .usage("`numbers link` needs NUMBER", advice: "Usage: \(command.usage)")
        }
        let number = try NumberArgument.number(typed).digits
        let server = try invocation.server(application: application)
        var body = JSONObject()
        body["user"] = arguments[user].map { .string($0) }
        body["greeting"] = arguments[greeting].map { .string($0) }
        body["flow"] = arguments[flow].map { .string($0) }
        if let named = server.settings.application {
            body["application_id"] = .string(try Applications.id(named, server))
        } else if arguments[user] == nil, arguments[flow] == nil {
            body["application_id"] = .string(try Applications.chosen(server))
        }
        let answer = try server.call(
            .post, "/admin/v1/numbers/\(number)/link", body: .json(.object(body)), about: "number \(number)")
        let target =
            answer["user"]?.string.map { "user \($0)" }
            ?? "application \(answer["application_id"]?.string ?? application ?? "")"
        let chosen = answer["flow"]?.string.map { ", with the flow \($0)" } ?? ""
        invocation.output.done("Number linked: \(number) rings \(target)\(chosen)", answer)
        if let warning = answer["warning"]?.string { invocation.output.warning(warning.printable) }
        return .success
    }
}
