import Directory
import Telephony

/// What an app says when it registers the phone it runs on.
package struct DeviceRegistration: Equatable, Sendable {
    /// The id given by the app or by an earlier registration.
    package var id: DeviceID?
    package var application: ApplicationID
    package var user: UserID
    package var platform: DevicePlatform
    package var bundleID: String?
    package var model: String?
    package var appVersion: String?
    /// At most one of each kind; kinds not named stay as they are.
    package var tokens: [Device.Token]

    package init(
        id: DeviceID? = nil, application: ApplicationID, user: UserID, platform: DevicePlatform = .ios,
        bundleID: String? = nil, model: String? = nil, appVersion: String? = nil, tokens: [Device.Token]
    ) {
        self.id = id
        self.application = application
        self.user = user
        self.platform = platform
        self.bundleID = bundleID
        self.model = model
        self.appVersion = appVersion
        self.tokens = tokens
    }
}
