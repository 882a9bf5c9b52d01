/// How much a finding matters.
package enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The platform refuses it, or the call goes wrong.
    case error
    /// It works, but not as it looks, or not for long.
    case warning
    case info
}
