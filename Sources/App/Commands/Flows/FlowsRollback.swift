import HTTP
import JSON

/// Stores an earlier revision of a call flow again.
enum FlowsRollback {
    private static let to = Option("to", value: "N", "Which revision (the last one that was different)")

    static let command = Command(
        "flows rollback", "Go back to an earlier revision of a call flow",
        discussion: "It becomes a new revision, so this can be undone, too. Also brings a deleted flow back.",
        positionals: [
            Positional("NAME", "Which one"), Positional("N", .optional, "Which revision; --to does the same"),
        ],
        options: [to, FlowArgument.dryRun, FlowArgument.revision],
        examples: [.init("hookline flows rollback ivr", "undo the last change")], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let arguments = invocation.arguments
        let name = try FlowArgument.name(arguments.required(0))
        var body = JSONObject()
        if let text = arguments[to] ?? arguments[1] {
            guard let number = Int(text), number > 0 else { throw .usage("`\(text)` is no revision") }
            body["revision"] = .number(JSONNumber(number))
        }
        let answer = try invocation.server().call(
            .post, FlowArgument.path(name) + "/rollback", query: FlowArgument.query(arguments),
            fields: try FlowArgument.fields(arguments), body: .json(.object(body)), about: "flow \(name)")
        FlowArgument.told(answer, as: name, invocation.output)
        return .success
    }
}
