import Telephony

/// A gateway that cannot be reached with a credential, or does not answer.
package struct PushProblem: Equatable, Sendable {
    package let environment: PushEnvironment
    /// The id of the credential.
    package let credential: String
    package let reason: String
    package let since: Timestamp
}
