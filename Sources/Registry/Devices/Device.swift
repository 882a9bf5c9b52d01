import Directory
import Telephony

/// A phone of a user, with the addresses at which it can be woken.
package struct Device: Equatable, Sendable {
    package enum TokenKind: String, Equatable, Sendable, CaseIterable {
        /// PushKit.
        case voip
        /// User notifications.
        case alert
        /// Firebase.
        case fcm
    }

    /// One address.
    package struct Token: Equatable, Sendable {
        package var kind: TokenKind
        /// Lower-case hex of Apple's, Firebase's text as it is.
        package var text: String
        package var isSandbox: Bool
        /// When it was last registered. A 410 counts only if it speaks of a later time.
        package internal(set) var registeredAt = Timestamp(milliseconds: 0)
        package internal(set) var disabledAt: Timestamp?
        package internal(set) var disabledReason: String?

        package var isActive: Bool { disabledAt == nil }

        package init(kind: TokenKind, text: String, isSandbox: Bool = false) {
            self.kind = kind
            self.text = text
            self.isSandbox = isSandbox
        }
    }

    package var id: DeviceID
    /// Nil once its application is gone.
    package var application: ApplicationID?
    /// Nil once its user is gone.
    package var user: UserID?
    package var platform: DevicePlatform
    package var bundleID: String?
    package var model: String?
    package var appVersion: String?
    package var tokens: [Token]
    package internal(set) var createdAt = Timestamp(milliseconds: 0)
    package internal(set) var lastSeenAt = Timestamp(milliseconds: 0)

    /// Whether it can be woken.
    package var isActive: Bool { user != nil && tokens.contains(where: \.isActive) }

    /// The address of a kind, unless it is disabled.
    package func token(_ kind: TokenKind) -> Token? { tokens.first { $0.kind == kind && $0.isActive } }
}
