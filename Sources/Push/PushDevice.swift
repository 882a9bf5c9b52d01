import Telephony

/// A phone as far as pushing to it goes.
package struct PushDevice: Equatable, Sendable {
    package var id: DeviceID
    /// Wakes the app for a call (PushKit).
    package var voipToken: DeviceToken?
    /// Shows a notification.
    package var alertToken: DeviceToken?
    /// Android's address.
    package var fcmToken: String?
    package var bundleID: String?
    /// The tokens belong to Apple's development gateway.
    package var isSandbox: Bool
    package var registeredAt: Timestamp

    package init(
        id: DeviceID, voipToken: DeviceToken? = nil, alertToken: DeviceToken? = nil, fcmToken: String? = nil,
        bundleID: String? = nil, isSandbox: Bool = false, registeredAt: Timestamp
    ) {
        self.id = id
        self.voipToken = voipToken
        self.alertToken = alertToken
        self.fcmToken = fcmToken
        self.bundleID = bundleID
        self.isSandbox = isSandbox
        self.registeredAt = registeredAt
    }

    var environment: PushEnvironment { isSandbox ? .sandbox : .production }

    /// How the device is woken: by its VoIP token, else by an alert. Never both for one call.
    var route: (kind: PushKind, token: DeviceToken)? {
        if let voipToken { return (.voip, voipToken) }
        if let alertToken { return (.alert, alertToken) }
        return nil
    }
}
