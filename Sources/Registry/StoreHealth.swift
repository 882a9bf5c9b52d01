import Telephony

/// How the store is, for `/readyz`, `/metrics` and the log.
package struct StoreHealth: Equatable, Sendable {
    package enum Condition: String, Sendable {
        case ok
        case readOnly = "read_only"
        case full
        case locked
        /// A commit has been running for longer than a second.
        case slow
        case broken
    }

    package var condition: Condition
    /// Since when it has been so.
    package var since: Timestamp
    /// SQLite's words on the last failure.
    package var detail: String?
    /// Answers and push results that wait in memory to be written.
    package var waiting: Int
    /// Those that found no room there and are lost.
    package var dropped: Int

    package var isOK: Bool { condition == .ok }
}
