import CallControl
import JSON
import NCCO

/// Checks a call flow without a server, its placeholders included.
enum FlowsCheck {
    private static let name = Option("name", value: "NAME", "What it will be called (the file's name)")
    private static let strict = Option("strict", "Warnings count as errors")

    static let command = Command(
        "flows check", "Check a call flow, its placeholders included",
        discussion: "Needs no server. Exit code 0: it can be stored; 1: it cannot; 2: the file cannot be opened.",
        positionals: [Positional("FILE", .optional, "The flow; - or nothing reads standard input")],
        options: [name, strict], examples: [.init("hookline flows check ivr.json", "a file")], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let arguments = invocation.arguments
        let path = arguments[0] ?? "-"
        let bytes = try FlowArgument.bytes(path, invocation)
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let name = try FlowArgument.name(arguments[name] ?? (path == "-" ? "flow" : file))
        let output = invocation.output
        let findings: [Finding]
        do throws(FlowFault) { findings = try Flows.check(bytes, as: name) } catch {
            if output.isJSON {
                output.json([
                    "valid": false, "error": .string("\(error)"), "errors": .array(error.findings.map(json)),
                    "warnings": [],
                ])
            } else if error.findings.count > 1 {
                for finding in error.findings { output.line(line(finding, output.style.red("error"), path)) }
            } else {
                output.line("\(path): \(output.style.red("error")): \("\(error)".printable)")
            }
            return .refused
        }
        let isValid = findings.isEmpty || !arguments.has(strict)
        if output.isJSON {
            output.json(["valid": .bool(isValid), "warnings": .array(findings.map(json))])
        } else {
            for finding in findings { output.line(line(finding, output.style.yellow("warning"), path)) }
            if findings.isEmpty { output.line("\(path == "-" ? "The flow" : path) is fine") }
        }
        return isValid ? .success : .refused
    }

    private static func line(_ finding: Finding, _ severity: String, _ path: String) -> String {
        "\(path): \(severity) \(finding.rule.rawValue) at \(finding.pointer): \(finding.message.printable)"
    }

    private static func json(_ finding: Finding) -> JSONValue {
        [
            "pointer": .string(finding.pointer.description), "rule": .string(finding.rule.rawValue),
            "message": .string(finding.message),
        ]
    }
}
