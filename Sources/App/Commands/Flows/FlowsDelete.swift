import HTTP
import JSON

/// Takes a stored call flow away.
enum FlowsDelete {
    private static let force = Option(
        "force", "Also if numbers or applications take it: they take their usual one then")
    private static let yes = Option("yes", short: "y", spellings: ["confirm"], "Do not ask")

    static let command = Command(
        "flows delete", "Delete a stored call flow",
        discussion:
            "A file of the same name, built in or from --flows, is served again. `flows rollback` brings it back.",
        positionals: [Positional("NAME", "Which one")],
        options: [force, yes, FlowArgument.dryRun, FlowArgument.revision], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let arguments = invocation.arguments
        let name = try FlowArgument.name(arguments.required(0))
        let isTrial = arguments.has(FlowArgument.dryRun)
        let server = try invocation.server()
        try invocation.output.confirm("Delete flow \(name)", unless: arguments.has(yes) || isTrial)
        let answer = try server.call(
            .delete, FlowArgument.path(name), query: FlowArgument.query(arguments, force: arguments.has(force)),
            fields: try FlowArgument.fields(arguments), about: "flow \(name)")
        let rest = answer["served_instead"] == nil ? "" : "; the file of that name is served"
        invocation.output.done("Flow \(name) \(isTrial ? "would be deleted" : "deleted")\(rest)", answer)
        return .success
    }
}
