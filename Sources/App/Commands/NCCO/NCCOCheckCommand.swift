import JSON
import NCCO

/// Checks an NCCO without a server.
enum NCCOCheckCommand {
    private static let strict = Option("strict", "Warnings count as errors")

    static let command = Command(
        "ncco check", "Check an NCCO",
        discussion: "Exit code 0: no error; 1: errors; 2: the file cannot be opened.",
        positionals: [Positional("FILE", .optional, "The NCCO; - or nothing reads standard input")],
        options: [strict, Option("file", value: "FILE", isHidden: true, "The NCCO; instead of the argument")],
        examples: [.init("hookline ncco check answer.json", "a file")], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let path = invocation.arguments[0] ?? invocation.arguments.options["file"]?.last ?? "-"
        let findings = NCCOCheck.findings(in: try bytes(path, invocation))
        let failsOnWarnings = invocation.arguments.has(strict)
        let isValid = !findings.contains { $0.severity == .error || (failsOnWarnings && $0.severity == .warning) }
        let output = invocation.output
        if output.isJSON {
            output.json(["valid": .bool(isValid), "findings": .array(findings.map(json))])
        } else {
            for finding in findings { output.line(line(finding, path: path, style: output.style)) }
            if findings.isEmpty { output.line("\(path == "-" ? "The NCCO" : path) is fine") }
        }
        return isValid ? .success : .refused
    }

    private static func bytes(_ path: String, _ invocation: Invocation) throws(Failure) -> [UInt8] {
        if path == "-" {
            guard let bytes = invocation.surroundings.terminal.readAll(4 << 20) else {
                throw .usage("standard input is longer than 4 MiB")
            }
            return bytes
        }
        do { return try Files.read(invocation.surroundings.absolute(path)) } catch { throw .usage(error.description) }
    }

    private static func line(_ finding: Finding, path: String, style: Style) -> String {
        var place = path == "-" ? "-" : path
        if let line = finding.line { place += ":\(line)" + (finding.column.map { ":\($0)" } ?? "") }
        let severity = finding.severity.rawValue
        let shown = finding.severity == .error ? style.red(severity) : style.yellow(severity)
        let pointer = finding.pointer.description
        return "\(place): \(shown) \(finding.rule.rawValue)\(pointer.isEmpty ? "" : " at \(pointer)"): "
            + finding.message.printable
    }

    private static func json(_ finding: Finding) -> JSONValue {
        var object: JSONObject = [
            "rule": .string(finding.rule.rawValue), "severity": .string(finding.severity.rawValue),
            "pointer": .string(finding.pointer.description),
        ]
        object["line"] = finding.line.map { .number(JSONNumber($0)) }
        object["column"] = finding.column.map { .number(JSONNumber($0)) }
        object["message"] = .string(finding.message)
        return .object(object)
    }
}
