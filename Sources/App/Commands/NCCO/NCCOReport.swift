import JSON
import NCCO

/// What a check has found, for people, for programs, or for a workflow.
struct NCCOReport {
    enum Format: String, CaseIterable {
        case text
        case json
        case github
    }

    let format: Format
    let output: Output
    let isStrict: Bool

    /// People are shown so many findings of a file; programs get all of them.
    private static let shownFindings = 200

    /// - Parameter isOnRemarks: standard output is taken by something else.
    func tell(_ sources: [CheckedSource], isOnRemarks: Bool) {
        switch format {
        case .json: output.json(json(sources))
        case .github: for source in sources { annotate(source) }
        case .text: for source in sources { show(source, on: isOnRemarks ? .remarks : .results) }
        }
    }

    private func json(_ sources: [CheckedSource]) -> JSONValue {
        var findings: [JSONValue] = []
        for source in sources {
            for finding in source.findings {
                guard case .object(var object) = finding.json else { continue }
                object["file"] = .string(source.name)
                findings.append(.object(object))
            }
        }
        var object: JSONObject = ["valid": .bool(sources.allSatisfy { $0.isValid(isStrict: isStrict) })]
        let mended = sources.reduce(0) { $0 + $1.mended }
        if mended > 0 { object["mended"] = .number(JSONNumber(mended)) }
        object["findings"] = .array(findings)
        return .object(object)
    }

    // MARK: For people

    private func show(_ source: CheckedSource, on stream: Terminal.Stream) {
        // Texts whose remarks nobody wants are silent, as everywhere.
        if stream == .remarks, output.isQuiet { return }
        let style = stream == .results ? output.style : Style(isOn: false)
        func line(_ text: String) { output.terminal.write(text + "\n", stream) }
        for finding in source.findings.prefix(Self.shownFindings) {
            for text in lines(finding, source, style) { line(text) }
        }
        line(summary(source))
    }

    private func lines(_ finding: Finding, _ source: CheckedSource, _ style: Style) -> [String] {
        let place = "\(source.name.printable):\(finding.line ?? 1):\(finding.column ?? 1)"
        let word = finding.severity.rawValue
        let severity =
            switch finding.severity {
            case .error: style.red(word)
            case .warning: style.yellow(word)
            case .info: style.cyan(word)
            }
        let pointer = finding.pointer.description
        var lines = [
            "\(style.bold(place)): \(severity) \(finding.rule.rawValue)"
                + "\(pointer.isEmpty ? "" : " at \(pointer.printable.cut(to: 100))"): \(finding.message.printable)"
        ]
        let number = String(finding.line ?? 1)
        let gutter = String(repeating: " ", count: number.count + 3)
        if let excerpt = Excerpt(
            of: source.bytes, at: finding.range, width: max(40, (output.terminal.width ?? 100) - gutter.count - 4))
        {
            lines.append("  \(style.dim("\(number) |")) \(excerpt.text)")
            lines.append("\(gutter)\(style.dim("|")) \(style.red(excerpt.marks))")
        }
        lines.append(
            "\(gutter)\(style.dim("=")) \(finding.mend.printable)"
                + (finding.fix == nil ? "" : style.dim(" (--fix does it)")))
        return lines
    }

    private func summary(_ source: CheckedSource) -> String {
        let name = source.name == "-" ? "The NCCO" : source.name.printable
        let mended = source.mended == 0 ? "" : "; \(source.mended) mended"
        if source.findings.isEmpty { return "\(name) is fine\(mended)" }
        let counts = [
            (source.count(.error), "error", "errors"), (source.count(.warning), "warning", "warnings"),
            (source.count(.info), "remark", "remarks"),
        ]
        let told = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
        let hidden = source.findings.count - Self.shownFindings
        return "\(name): \(told.joined(separator: ", "))" + (hidden > 0 ? " (\(hidden) not shown)" : "") + mended
    }

    // MARK: For a workflow

    /// One line a finding, as workflows on GitHub read them:
    /// <https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions>
    private func annotate(_ source: CheckedSource) {
        for finding in source.findings {
            let command =
                switch finding.severity {
                case .error: "error"
                case .warning: "warning"
                case .info: "notice"
                }
            let file = Self.escaped(source.name, besides: [":", ","])
            output.line(
                "::\(command) file=\(file),line=\(finding.line ?? 1),col=\(finding.column ?? 1),"
                    + "title=\(finding.rule.rawValue)::"
                    + Self.escaped("\(finding.message). \(finding.mend)"))
        }
    }

    /// Percent signs and line ends written as bytes in hexadecimal, and other characters besides.
    private static func escaped(_ text: String, besides others: [Unicode.Scalar] = []) -> String {
        var output = ""
        for scalar in text.unicodeScalars {
            if scalar == "%" || scalar == "\r" || scalar == "\n" || others.contains(scalar) {
                output += (scalar.value < 16 ? "%0" : "%") + String(scalar.value, radix: 16, uppercase: true)
            } else {
                output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}
