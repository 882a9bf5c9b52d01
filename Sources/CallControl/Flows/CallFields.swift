import JSON

/// What a flow may say of a call besides what every flow may: made only for flows that ask for it.
///
/// A class, so that the values of a call that need none of it are no larger for it.
package final class CallFields: Sendable {
    private let from: String
    private let to: String
    private let userDisplayName: String?
    private let applicationName: String?
    private let customData: JSONValue?
    private let headers: [SIPHeader]
    /// Where steps of flows are asked for: `https://calls.example.org/apps/ID/webhooks/flow/`.
    private let steps: String?

    /// - Parameters:
    ///   - from: who calls; spoken, so cut if it is very long. So is whatever else a caller can send.
    ///   - to: what was dialled.
    package init(
        from: String, to: String, userDisplayName: String?, applicationName: String?, customData: JSONValue? = nil,
        headers: [SIPHeader] = [], steps: String?
    ) {
        self.from = from.speakable
        self.to = to.speakable
        self.userDisplayName = userDisplayName?.speakable
        self.applicationName = applicationName?.speakable
        self.customData = customData
        self.headers = headers
        self.steps = steps
    }

    /// The value of what is no `Placeholder`; nil where there is none.
    func value(of source: FlowField.Source) -> String? {
        switch source {
        case .value: nil
        case .from: from
        case .to: to
        case .userDisplayName: userDisplayName
        case .applicationName: applicationName
        case .customData(let path): path.reduce(customData) { value, name in value?[name] }?.spokenText
        case .header(let name): headers.first { $0.name.lowercased() == name }?.value.speakable
        case .step(let flow): steps.map { $0 + flow }
        }
    }
}

extension CallFields: Equatable {
    package static func == (left: CallFields, right: CallFields) -> Bool {
        left.from == right.from && left.to == right.to && left.userDisplayName == right.userDisplayName
            && left.applicationName == right.applicationName && left.customData == right.customData
            && left.headers == right.headers && left.steps == right.steps
    }
}

extension FlowValues {
    /// What is filled in for a field: its value, else what it says instead.
    func text(of field: FlowField) -> String {
        let value: String? =
            if case .value(let placeholder) = field.source { self[placeholder] } else {
                fields?.value(of: field.source)
            }
        if let value, !value.allSatisfy(\.isWhitespace) { return value }
        return field.otherwise ?? value ?? ""
    }
}

extension JSONValue {
    /// A text, a number or a truth value in words; anything else says nothing.
    fileprivate var spokenText: String? {
        switch self {
        case .string(let text): text.speakable
        case .number(let number): number.text.speakable
        case .bool(let value): value ? "true" : "false"
        case .null, .array, .object: nil
        }
    }
}
