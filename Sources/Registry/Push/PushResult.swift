import Telephony

/// What came of one try to deliver one push.
package struct PushResult: Equatable, Sendable {
    package var push: PushID
    package var call: CallUUID
    package var device: DeviceID
    package var user: UserID?
    package var application: ApplicationID?
    /// Counts from 1.
    package var attempt: Int
    package var queuedAt: Timestamp
    package var finishedAt: Timestamp
    /// Which connection carried it, in words for people.
    package var connection: String?
    /// The service's status; nil when there was no reply.
    package var status: Int?
    /// The service's own words, or ours when it was never asked.
    package var reason: String?
    package var apnsID: String?
    package var milliseconds: Int?
    /// What was done about it: `done`, `retry`, `given up`, …
    package var decision: String
    /// No further try follows.
    package var isLast: Bool
    /// The token to be disabled for it.
    package var disables: DisabledToken?

    package struct DisabledToken: Equatable, Sendable {
        package var kind: Device.TokenKind
        package var token: String
        package var reason: String
        /// The time the service gave with a 410.
        package var unregisteredAt: Timestamp?

        package init(kind: Device.TokenKind, token: String, reason: String, unregisteredAt: Timestamp? = nil) {
            self.kind = kind
            self.token = token
            self.reason = reason
            self.unregisteredAt = unregisteredAt
        }
    }

    package init(
        push: PushID, call: CallUUID, device: DeviceID, user: UserID? = nil, application: ApplicationID? = nil,
        attempt: Int, queuedAt: Timestamp, finishedAt: Timestamp, connection: String? = nil, status: Int? = nil,
        reason: String? = nil, apnsID: String? = nil, milliseconds: Int? = nil, decision: String, isLast: Bool,
        disables: DisabledToken? = nil
    ) {
        self.push = push
        self.call = call
        self.device = device
        self.user = user
        self.application = application
        self.attempt = attempt
        self.queuedAt = queuedAt
        self.finishedAt = finishedAt
        self.connection = connection
        self.status = status
        self.reason = reason
        self.apnsID = apnsID
        self.milliseconds = milliseconds
        self.decision = decision
        self.isLast = isLast
        self.disables = disables
    }
}
