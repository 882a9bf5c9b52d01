import Telephony

/// What a call needs to know of a phone that can be woken.
package struct DeviceEntry: Equatable, Sendable {
    package var id: DeviceID
    package var user: UserID
    package var application: ApplicationID
    package var platform: DevicePlatform
    /// Wakes the app for a call (PushKit).
    package var voipToken: DeviceToken?
    /// Shows a notification.
    package var alertToken: DeviceToken?
    /// Android's address, kept as it came.
    package var fcmToken: String?
    package var bundleID: String?
    /// Whether the tokens belong to Apple's development gateway.
    package var sandbox: Bool
    package var registeredAt: Timestamp

    package init(
        id: DeviceID, user: UserID, application: ApplicationID, platform: DevicePlatform = .ios,
        voipToken: DeviceToken? = nil, alertToken: DeviceToken? = nil, fcmToken: String? = nil,
        bundleID: String? = nil, sandbox: Bool = false, registeredAt: Timestamp
    ) {
        self.id = id
        self.user = user
        self.application = application
        self.platform = platform
        self.voipToken = voipToken
        self.alertToken = alertToken
        self.fcmToken = fcmToken
        self.bundleID = bundleID
        self.sandbox = sandbox
        self.registeredAt = registeredAt
    }

    /// Its tokens, each of which one device has at a time.
    var tokens: [OwnedToken] {
        var tokens: [OwnedToken] = []
        if let voipToken { tokens.append(.voip(voipToken)) }
        if let alertToken { tokens.append(.alert(alertToken)) }
        if let fcmToken { tokens.append(.fcm(fcmToken)) }
        return tokens
    }

    /// The device without `token`.
    func without(_ token: OwnedToken) -> DeviceEntry {
        var device = self
        switch token {
        case .voip: device.voipToken = nil
        case .alert: device.alertToken = nil
        case .fcm: device.fcmToken = nil
        }
        return device
    }
}

/// The kind of phone.
package enum DevicePlatform: String, Hashable, Sendable, CaseIterable {
    case ios
    case android
}

/// A token together with its kind: tokens of different kinds have nothing to do with each other.
enum OwnedToken: Hashable, Sendable {
    case voip(DeviceToken)
    case alert(DeviceToken)
    case fcm(String)
}
