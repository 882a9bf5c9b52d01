import JSON
import NCCO

/// Why a text is no flow.
package enum FlowFault: Error, Equatable, Sendable {
    case notJSON(JSONError, isPlaceholder: Bool)
    case empty
    case unknownPlaceholder(String, JSONPointer)
    case placeholderNotClosed(JSONPointer)
    case placeholderWithoutValue(String, JSONPointer)
    case placeholderInKey(JSONPointer)
    /// All that the platform would refuse, in order; there is one at least.
    case findings([Finding])
    case unfitDefault(Finding)
    case tooLongWithNames(Finding)
}

extension FlowFault {
    /// What the checker has found.
    package var findings: [Finding] {
        switch self {
        case .findings(let findings): findings
        case .unfitDefault(let finding), .tooLongWithNames(let finding): [finding]
        default: []
        }
    }
}

extension FlowFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notJSON(let error, let isPlaceholder):
            "\(error)" + (isPlaceholder ? " (placeholders stand inside strings: \"{{callee}}\")" : "")
        case .empty: "the flow has no actions, so the caller would hear nothing"
        case .unknownPlaceholder(let name, let place):
            "\(place): there is no placeholder “\(name)”; "
                + (FlowField.nearest(to: name).map { "did you mean “\($0)”? There are " } ?? "there are ")
                + FlowField.known.joined(separator: ", ")
        case .placeholderNotClosed(let place): "\(place): “{{” without “}}”"
        case .placeholderWithoutValue(let name, let place): "\(place): “\(name)” is not known in this flow"
        case .placeholderInKey(let place): "\(place): a placeholder cannot stand in the name of an option"
        case .findings(let findings):
            (findings.first.map { "\($0.pointer): \($0.message) (\($0.rule.rawValue))" } ?? "")
                + (findings.count > 1 ? "; and \(findings.count - 1) more" : "")
        case .unfitDefault(let finding):
            "\(finding.pointer): \(finding.message), once the default stands there (\(finding.rule.rawValue))"
        case .tooLongWithNames(let finding):
            "\(finding.pointer): \(finding.message), once a long name is filled in (\(finding.rule.rawValue))"
        }
    }
}
