/// A call flow that an operator has stored, in the revision that counts.
package struct FlowEntry: Equatable, Sendable {
    package var name: String
    /// Counts from 1.
    package var revision: Int
    /// The JSON as it was given.
    package var text: String

    package init(name: String, revision: Int, text: String) {
        self.name = name
        self.revision = revision
        self.text = text
    }
}

/// Who wants to know of changes of flows: they are read and checked once, and not by the Directory. It is told on the
/// thread that changes the Directory, one change after the other, and must not wait.
package protocol FlowFollower: Sendable {
    func flowChanged(_ entry: FlowEntry)
    func flowRemoved(_ name: String)
}
