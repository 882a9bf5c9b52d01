import JSON

/// The checker: what the platform would refuse in an NCCO, and what deserves a second look.
package enum NCCOCheck {
    /// What there is to say about the text of an NCCO, in the order of the document.
    package static func findings(in bytes: [UInt8]) -> [Finding] {
        do throws(JSONError) {
            return findings(in: try JSONValue.parse(bytes, limits: .request))
        } catch {
            var finding = Finding(.notAnArray, "not JSON: \(error.reason)", at: JSONPointer())
            finding.line = error.line
            finding.column = error.column
            return [finding]
        }
    }

    /// What there is to say about an NCCO that has been read already.
    package static func findings(in value: JSONValue) -> [Finding] {
        guard let elements = value.array else {
            return [Finding(.notAnArray, "an NCCO is an array of actions, not \(value.kind)", at: JSONPointer())]
        }
        return elements.enumerated().flatMap { index, element in
            findings(inElement: element, at: JSONPointer().appending(index))
        }
    }

    private static func findings(inElement element: JSONValue, at place: JSONPointer) -> [Finding] {
        do throws(Finding) {
            let action = try CheckedAction(element, at: place)
            return rules.flatMap { $0(action) }
        } catch {
            return [error]
        }
    }

    /// One function a rule; each looks at one action.
    private static let rules: [@Sendable (CheckedAction) -> [Finding]] = [
        checkRequiredOptions, checkURLArrays, checkEndpointCount, checkEndpointMembers, checkTalkText, checkTextLength,
        checkDeprecatedOptions, checkPhoneNumbers, checkOptionNames,
    ]
}
