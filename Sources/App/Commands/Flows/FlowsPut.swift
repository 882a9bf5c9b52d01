import HTTP
import JSON

/// Stores a call flow; the next call gets it.
enum FlowsPut {
    static let command = Command(
        "flows put", "Store a call flow; the next call gets it",
        discussion: """
            The flow is checked first: errors refuse it, warnings are told. A stored flow comes before a
            file of its name. Earlier revisions are kept: `flows history`, `flows rollback`.
            """,
        positionals: [
            Positional("NAME", "The flow's name"),
            Positional("FILE", .optional, "Its JSON; - or nothing reads standard input"),
        ],
        options: [FlowArgument.dryRun, FlowArgument.revision],
        examples: [
            .init("hookline flows put ivr ivr.json", "store it"),
            .init("hookline flows put ivr ivr.json --revision 3", "unless somebody has changed it since"),
        ], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let arguments = invocation.arguments
        let name = try FlowArgument.name(arguments.required(0))
        let bytes = try FlowArgument.bytes(arguments[1] ?? "-", invocation)
        let answer = try invocation.server().call(
            .put, FlowArgument.path(name), query: FlowArgument.query(arguments),
            fields: try FlowArgument.fields(arguments), body: .bytes(bytes, mediaType: "application/json"),
            about: "flow \(name)")
        FlowArgument.told(answer, as: name, invocation.output)
        return .success
    }
}
