import HTTP
import JSON

/// Lists the call flows.
enum FlowsList {
    static let command = Command("flows list", "List the call flows", run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let answer = try invocation.server().call(.get, FlowArgument.path, about: "flows")
        let output = invocation.output
        if output.isJSON {
            output.json(answer)
            return .success
        }
        let flows = answer["flows"]?.array ?? []
        var table = Table([
            Table.Column("Name"), Table.Column("Source"), Table.Column("Revision", isNumeric: true),
            Table.Column("Stored at"), Table.Column("By"),
        ])
        for flow in flows {
            table.rows.append([
                flow["name"]?.string ?? "", flow["source"]?.string ?? "", flow["revision"]?.int.map { "\($0)" } ?? "",
                flow["created_at"]?.string ?? "", flow["created_by"]?.string ?? "",
            ])
        }
        output.table(table, orElse: "No flows")
        for problem in flows.compactMap({ $0["problem"]?.string }) { output.warning(problem.printable) }
        return .success
    }
}
