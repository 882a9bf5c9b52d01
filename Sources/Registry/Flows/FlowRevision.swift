import Telephony

/// One state of a stored call flow.
package struct FlowRevision: Equatable, Sendable {
    package var name: String
    /// Counts from 1 and goes on after the flow was taken away.
    package var number: Int
    /// The JSON as it was given; nil: the flow was taken away.
    package var text: String?
    package var createdAt: Timestamp
    /// Whose work it is: the key that was signed in with.
    package var createdBy: String

    package init(name: String, number: Int, text: String?, createdAt: Timestamp, createdBy: String) {
        self.name = name
        self.number = number
        self.text = text
        self.createdAt = createdAt
        self.createdBy = createdBy
    }
}

/// What takes a flow.
package struct FlowUse: Equatable, Sendable {
    package var numbers: [E164] = []
    package var applications: [ApplicationID] = []

    package init(numbers: [E164] = [], applications: [ApplicationID] = []) {
        self.numbers = numbers
        self.applications = applications
    }

    package var isEmpty: Bool { numbers.isEmpty && applications.isEmpty }
}
