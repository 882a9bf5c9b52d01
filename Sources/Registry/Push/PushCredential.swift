import Directory
import Telephony

/// What a push service knows us by.
package struct PushCredential: Equatable, Sendable {
    package enum Kind: String, Equatable, Sendable {
        /// A certificate with its key, from a `.p12`.
        case certificate
        /// An APNs signing key, a `.p8`.
        case key
        /// A Firebase service account.
        case serviceAccount = "service_account"
    }

    package var id: String
    /// Nil: for every application that has none of its own.
    package var application: ApplicationID?
    package var platform: DevicePlatform
    package var kind: Kind
    package var bundleID: String?
    package var topics: [String]
    package var isForProduction: Bool
    package var isForSandbox: Bool
    package var teamID: String?
    package var keyID: String?
    /// The certificates as PEM, which are no secret.
    package var certificate: String?
    package var notAfter: Timestamp?
    package internal(set) var lastError: String?
    package internal(set) var createdAt = Timestamp(milliseconds: 0)
    package internal(set) var updatedAt = Timestamp(milliseconds: 0)

    package init(
        id: String = UUID128.random().description, application: ApplicationID?, platform: DevicePlatform = .ios,
        kind: Kind, bundleID: String? = nil, topics: [String] = [], isForProduction: Bool = true,
        isForSandbox: Bool = true, teamID: String? = nil, keyID: String? = nil, certificate: String? = nil,
        notAfter: Timestamp? = nil
    ) {
        self.id = id
        self.application = application
        self.platform = platform
        self.kind = kind
        self.bundleID = bundleID
        self.topics = topics
        self.isForProduction = isForProduction
        self.isForSandbox = isForSandbox
        self.teamID = teamID
        self.keyID = keyID
        self.certificate = certificate
        self.notAfter = notAfter
    }
}
