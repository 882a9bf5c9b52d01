import NCCO

/// What stands between the braces of a placeholder: whose value is filled in, and what if there is none.
///
/// `{{NAME}}` or `{{NAME|DEFAULT}}`. There is nothing more to it: no conditions, no functions, no nesting.
struct FlowField: Equatable, Sendable {
    enum Source: Hashable, Sendable {
        case value(Placeholder)
        /// Who calls, as the webhook says it: digits, a SIP address, or the name of the app user.
        case from
        /// What was dialled: digits where it is a number.
        case to
        /// What people call the user.
        case userDisplayName
        case applicationName
        /// A member of what the app passed along; the names on the way to it.
        case customData([String])
        /// A header of the SIP call, named without regard to letter case.
        case header(String)
        /// Where the platform asks how to go on with a flow of this name.
        case step(String)
    }

    var source: Source
    /// Filled in where there is no value, or a blank one; nil: nothing is.
    var otherwise: String?

    /// - Parameter text: what stands between the braces. Nil if it names nothing there is.
    init?(_ text: some StringProtocol) {
        let bar = text.firstIndex(of: "|")
        guard let name = String(text[..<(bar ?? text.endIndex)]).trimmed, let source = Source(name) else { return nil }
        self.source = source
        otherwise = bar.map { String(text[text.index(after: $0)...]).trimmed ?? "" }
    }

    init(_ source: Source, otherwise: String? = nil) {
        self.source = source
        self.otherwise = otherwise
    }

    /// The name of a placeholder's text, for messages.
    static func name(in text: String) -> String { text.prefix { $0 != "|" }.description.trimmed ?? "" }

    /// What there is, as messages list it.
    static let known = [
        "from", "to", "user.name", "user.display_name", "number", "caller", "caller_number", "callee",
        "application.name", "custom_data.NAME", "header.X-NAME", "step.FLOW",
    ]

    /// The one that may have been meant by a name there is none of.
    static func nearest(to name: String) -> String? {
        let folded = name.lowercased()
        let other = ["display_name": "user.display_name", "name": "user.name", "displayname": "user.display_name"]
        if let other = other[folded.filter { $0 != " " }] { return other }
        let names = known.filter { !$0.contains { $0.isUppercase } } + ["user", "custom_data.NAME", "header.X-NAME"]
        let ranked = names.map { (distance: distance(Array(folded.utf8), Array($0.lowercased().utf8)), name: $0) }
        guard let best = ranked.min(by: { ($0.distance, $0.name) < ($1.distance, $1.name) }),
            best.distance <= max(1, best.name.utf8.count / 3)
        else { return nil }
        return best.name
    }

    /// Insertions, deletions, substitutions and swaps of neighbours that lead from one to the other.
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        // Nobody mistypes a name that long, and the time would be its square.
        guard a.count <= 64 else { return .max }
        var (beforeLast, last) = ([Int](), Array(0...b.count))
        for (i, letter) in a.enumerated() {
            var row = [i + 1]
            for (j, other) in b.enumerated() {
                var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (letter == other ? 0 : 1))
                if i > 0, j > 0, letter == b[j - 1], a[i - 1] == other { best = min(best, beforeLast[j - 1] + 1) }
                row.append(best)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}

extension FlowField.Source {
    /// - Parameter name: without blanks around it.
    init?(_ name: String) {
        switch name {
        case "callee": self = .value(.callee)
        case "user", "user.name": self = .value(.user)
        case "user.display_name": self = .userDisplayName
        case "number": self = .value(.number)
        case "caller_number", "caller.number": self = .value(.callerNumber)
        case "caller", "caller.name": self = .value(.caller)
        case "from": self = .from
        case "to": self = .to
        case "application.name": self = .applicationName
        default:
            guard let dot = name.firstIndex(of: "."), dot < name.index(before: name.endIndex) else { return nil }
            let rest = String(name[name.index(after: dot)...])
            switch name[..<dot] {
            case "custom_data":
                let path = rest.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
                guard !path.contains("") else { return nil }
                self = .customData(path)
            case "header":
                // The platform passes on those that begin with X-, and one more.
                let folded = rest.lowercased()
                guard folded.hasPrefix("x-") && folded.utf8.count > 2 || folded == "user-to-user" else { return nil }
                self = .header(folded)
            case "step":
                guard FlowName.isName(rest) else { return nil }
                self = .step(rest)
            default: return nil
            }
        }
    }
}
