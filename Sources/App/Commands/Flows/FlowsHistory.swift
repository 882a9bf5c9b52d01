import HTTP
import JSON

/// Lists the revisions of a call flow.
enum FlowsHistory {
    static let command = Command(
        "flows history", "List the revisions of a call flow", positionals: [Positional("NAME", "Which one")], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let name = try FlowArgument.name(invocation.arguments.required(0))
        let answer = try invocation.server().call(.get, FlowArgument.path(name) + "/history", about: "flow \(name)")
        let output = invocation.output
        if output.isJSON {
            output.json(answer)
            return .success
        }
        var table = Table([
            Table.Column("Revision", isNumeric: true), Table.Column("Stored at"), Table.Column("By"),
            Table.Column("Bytes", isNumeric: true),
        ])
        for revision in answer["revisions"]?.array ?? [] {
            let isDeleted = revision["deleted"]?.bool ?? false
            table.rows.append([
                revision["revision"]?.int.map { "\($0)" } ?? "", revision["created_at"]?.string ?? "",
                revision["created_by"]?.string ?? "",
                isDeleted ? "deleted" : revision["bytes"]?.int.map { "\($0)" } ?? "",
            ])
        }
        output.table(table, orElse: "Nothing is stored: \(name) is a file")
        return .success
    }
}
