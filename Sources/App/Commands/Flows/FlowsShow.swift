import HTTP
import JSON

/// Prints a call flow as it is stored.
enum FlowsShow {
    private static let revision = Option("revision", value: "N", "An earlier revision")

    static let command = Command(
        "flows show", "Print a call flow",
        discussion: "Prints the flow's text, which `flows put` takes back; --json adds who uses it.",
        positionals: [Positional("NAME", "Which one")], options: [revision],
        examples: [.init("hookline flows show ivr > ivr.json", "into a file")], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let name = try FlowArgument.name(invocation.arguments.required(0))
        let wanted = try invocation.arguments.integer(revision, in: 1...Int.max)
        let answer = try invocation.server().call(
            .get, FlowArgument.path(name), query: [("revision", wanted.map { "\($0)" })], about: "flow \(name)")
        let output = invocation.output
        if output.isJSON {
            output.json(answer)
            return .success
        }
        var text = answer["text"]?.string ?? ""
        while text.hasSuffix("\n") { text.removeLast() }
        output.line(text)
        if let problem = answer["problem"]?.string { output.warning(problem.printable) }
        return .success
    }
}
