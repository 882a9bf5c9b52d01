import Telephony

/// One line of the push log: a try, or why there was none.
package struct PushAttempt: Equatable, Sendable {
    package enum Connection: String, Equatable, Sendable {
        /// This was the first push over it.
        case fresh
        case reused
        /// Nothing was sent.
        case none
    }

    package var push: PushID
    package var call: CallUUID
    package var application: ApplicationID
    package var user: UserID
    package var device: DeviceID
    /// Counts the tries that count, from 1; 0 when nothing was sent.
    package var number: Int
    /// How the device was addressed; nil when it has no address.
    package var kind: PushKind?
    package var token: DeviceToken?
    package var environment: PushEnvironment
    package var topic: String?
    /// The id of the credential.
    package var credential: String?
    package var queuedAt: Timestamp
    /// When it was handed to the connection; nil when nothing was sent.
    package var sentAt: Timestamp?
    package var connection: Connection
    package var status: Int?
    /// Apple's word, as it came.
    package var reason: String?
    /// As Apple returned it.
    package var apnsID: String?
    package var uniqueID: String?
    /// From sending to the answer.
    package var milliseconds: Int?
    /// What came of it and what follows, for people.
    package var decision: String
    /// The device is not to be pushed to with this token any more.
    package var disablesToken: Bool
    /// Somebody has to look at the set-up.
    package var isAlarm: Bool
    /// No further try follows. An invite that is dropped without such a line may be taken up again by a later run.
    package var isLast = false
}
