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
    case finding(Finding)
    case unfitDefault(Finding)
    case tooLongWithNames(Finding)
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
        case .finding(let finding): "\(finding.pointer): \(finding.message) (\(finding.rule.rawValue))"
        case .unfitDefault(let finding):
            "\(finding.pointer): \(finding.message), once the default stands there (\(finding.rule.rawValue))"
        case .tooLongWithNames(let finding):
            "\(finding.pointer): \(finding.message), once a long name is filled in (\(finding.rule.rawValue))"
        }
    }
}
