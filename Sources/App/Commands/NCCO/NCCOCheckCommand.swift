import JSON
import NCCO

/// Checks NCCOs without a server, and mends what can be mended.
enum NCCOCheckCommand {
    private static let strict = Option("strict", "Warnings count as errors")
    private static let fix = Option("fix", "Mends what can be mended, in the file; of standard input prints the result")
    private static let format = Option("format", value: "FORMAT", "text, json or github (annotations of a workflow)")
    private static let vendor = Option(
        "vendor", value: "NAME", isRepeatable: true,
        "Also what these refuse: \(Vendor.allCases.map(\.rawValue).joined(separator: ", "))")

    static let command = Command(
        "ncco check", "Check an NCCO",
        discussion: """
            Exit code 0: no error; 1: errors; 2: something cannot be opened.
            The rules are explained in docs/ncco.md.
            """,
        positionals: [
            Positional("FILE", .rest, "NCCOs: files or URLs; - or nothing reads standard input")
        ],
        options: [
            strict, fix, format, vendor,
            Option("file", value: "FILE", isHidden: true, "The NCCO; instead of the argument"),
        ],
        examples: [
            .init("hookline ncco check answer.json", "a file"),
            .init("hookline ncco check --fix ncco/*.json", "several, and mend them"),
            .init("hookline ncco check https://example.org/answer", "what a server of yours answers"),
        ], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let arguments = invocation.arguments
        var names = arguments.positionals + (arguments.options["file"] ?? [])
        if names.isEmpty { names = ["-"] }
        let report = NCCOReport(
            format: try chosenFormat(invocation), output: invocation.output, isStrict: arguments.has(strict))
        let vendors = try chosenVendors(arguments)
        if arguments.has(fix), names.contains("-"), names.count > 1 || report.format != .text {
            throw .usage("--fix of standard input prints the NCCO, and nothing else can be printed beside it")
        }

        var checked: [CheckedSource] = []
        var isComplete = true
        for name in names {
            do throws(Failure) {
                let source = try NCCOSource(name, invocation.surroundings)
                checked.append(try check(source, vendors, mends: arguments.has(fix), invocation.output))
            } catch {
                invocation.output.failure(error)
                isComplete = false
            }
        }
        if !checked.isEmpty { report.tell(checked, isOnRemarks: arguments.has(fix) && names == ["-"]) }
        if checked.contains(where: { $0.hasPlaceholders && $0.count(.error) > 0 }) {
            invocation.output.remark("Flows with placeholders ({{user.name}}) are checked with `hookline flows check`.")
        }
        if !isComplete { return .usage }
        return checked.allSatisfy { $0.isValid(isStrict: arguments.has(strict)) } ? .success : .refused
    }

    private static func check(
        _ source: NCCOSource, _ vendors: [Vendor], mends: Bool, _ output: Output
    ) throws(Failure) -> CheckedSource {
        var bytes = source.bytes
        var mended = 0
        if mends {
            (bytes, mended) = Fixer.fixed(source.bytes)
            if let path = source.path {
                if mended > 0 {
                    do { try Files.rewrite(path, with: bytes) } catch { throw .usage(error.description) }
                }
            } else if let text = String(validating: bytes, as: UTF8.self) {
                output.terminal.write(text, .results)
            }
        }
        return CheckedSource(
            name: source.name, bytes: bytes,
            findings: source.findings + NCCOCheck.findings(in: bytes, vendors: vendors),
            mended: mended)
    }

    private static func chosenFormat(_ invocation: Invocation) throws(Failure) -> NCCOReport.Format {
        let words = NCCOReport.Format.allCases.map(\.rawValue)
        let chosen = try invocation.arguments.choice(format, of: words).flatMap(NCCOReport.Format.init)
        return chosen ?? (invocation.output.isJSON ? .json : .text)
    }

    private static func chosenVendors(_ arguments: Arguments) throws(Failure) -> [Vendor] {
        var vendors: [Vendor] = []
        for name in arguments.all(vendor) {
            guard let vendor = Vendor(rawValue: name.lowercased()) else {
                let names = Vendor.allCases.map(\.rawValue)
                throw .usage(
                    "--vendor: \(name) is not one of \(names.joined(separator: ", "))",
                    advice: Suggestion.question(name, among: names))
            }
            vendors.append(vendor)
        }
        return vendors
    }
}
