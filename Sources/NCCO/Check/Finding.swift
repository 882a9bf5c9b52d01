import JSON

/// One thing the checker has to say about an NCCO. It can be thrown where nothing more can be said after it.
package struct Finding: Error, Equatable, Sendable {
    package var rule: RuleID
    package var severity: Severity
    package var message: String
    /// Where in the document.
    package var pointer: JSONPointer
    /// Where in the text, for a text that is not JSON.
    package var line: Int?
    package var column: Int?

    init(_ rule: RuleID, _ message: String, at pointer: JSONPointer, severity: Severity = .error) {
        self.rule = rule
        self.severity = severity
        self.message = message
        self.pointer = pointer
    }
}

package enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The platform refuses it, or the call goes wrong.
    case error
    /// It works, but not as it looks, or not for long.
    case warning
    case info
}

/// The rules of the checker, by the numbers under which they are documented.
package enum RuleID: String, Hashable, Sendable, CaseIterable {
    case notAnArray = "N001"
    case notAnAction = "N002"
    case unknownAction = "N003"
    case missingOption = "N004"
    case urlArray = "N005"
    case oneEndpoint = "N006"
    case endpointMember = "N007"
    case badValue = "N008"
    case longText = "N017"
    case deprecated = "N021"
    case phoneNumber = "N022"
    case unknownOption = "N025"
}
