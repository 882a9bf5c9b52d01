import Directory
import Telephony

/// An application: a key pair, its webhooks and settings, and the users that belong to it.
package struct Application: Equatable, Sendable {
    package var id: ApplicationID
    package var name: String
    /// The whole `capabilities` object as JSON text, as it was given.
    package var capabilities: String
    /// The `privacy` object as JSON text.
    package var privacy: String?
    /// SPKI PEM; verifies the application's own tokens.
    package var publicKey: String?
    /// The account key its webhooks name, if it is known.
    package var apiKey: String?
    /// Who wakes the phones of its users.
    package var pushBy: PushSide
    /// The shape of its pushes.
    package var payloadFamily: PayloadFamily
    /// The flow that callers of its numbers get, by name; nil: the one that connects them to the number's user.
    package var flow: String?
    /// Whether a private key is kept, so that tokens can be made for it.
    package internal(set) var hasPrivateKey = false
    package internal(set) var createdAt = Timestamp(milliseconds: 0)
    package internal(set) var updatedAt = Timestamp(milliseconds: 0)

    package init(
        id: ApplicationID = .random(), name: String, capabilities: String = "{}", privacy: String? = nil,
        publicKey: String? = nil, apiKey: String? = nil, pushBy: PushSide = .hookline,
        payloadFamily: PayloadFamily = .vonage, flow: String? = nil
    ) {
        self.id = id
        self.name = name
        self.capabilities = capabilities
        self.privacy = privacy
        self.publicKey = publicKey
        self.apiKey = apiKey
        self.pushBy = pushBy
        self.payloadFamily = payloadFamily
        self.flow = flow
    }
}
