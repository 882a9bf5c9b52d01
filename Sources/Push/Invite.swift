import Telephony

/// A call that is to ring one device.
package struct Invite: Equatable, Sendable {
    /// The `apns-id` of every try.
    package var id: PushID
    package var call: CallUUID
    package var conversation: ConversationID?
    package var application: ApplicationID
    /// Whom the device belongs to.
    package var user: UserID
    package var userName: UserName
    package var device: PushDevice
    package var caller: Caller
    /// What is shown of the caller, if there is more than its number or name.
    package var callerDisplay: String?
    package var family: PayloadFamily
    package var invitedAt: Timestamp
    /// When the platform stops ringing.
    package var ringUntil: Timestamp
    /// How many tries the device may still get: fewer than three for an invite that was begun before a crash.
    package var triesAllowed: Int

    package init(
        id: PushID, call: CallUUID, conversation: ConversationID? = nil, application: ApplicationID, user: UserID,
        userName: UserName, device: PushDevice, caller: Caller, callerDisplay: String? = nil,
        family: PayloadFamily = .vonage, invitedAt: Timestamp, ringUntil: Timestamp, triesAllowed: Int = 3
    ) {
        self.id = id
        self.call = call
        self.conversation = conversation
        self.application = application
        self.user = user
        self.userName = userName
        self.device = device
        self.caller = caller
        self.callerDisplay = callerDisplay
        self.family = family
        self.invitedAt = invitedAt
        self.ringUntil = ringUntil
        self.triesAllowed = triesAllowed
    }

    /// The call's id as CallKit needs it, a UUID: its own, or one derived from its text, always the same.
    var callKitID: UUID128 { call.uuid ?? UUID128(derivedFrom: call.text) }

    /// No try begins later. Five seconds before the ring ends, because a phone needs them to wake and connect; of a
    /// very short ring the first half.
    var latestTry: Timestamp {
        let half = invitedAt.duration(to: ringUntil) / 2
        return max(ringUntil.advanced(by: .seconds(-5)), invitedAt.advanced(by: half))
    }
}
