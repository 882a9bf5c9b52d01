import Telephony

/// What a call needs to know of an application.
package struct ApplicationEntry: Equatable, Sendable {
    package var id: ApplicationID
    package var name: String
    /// The key that tokens of the application are verified with.
    package var publicKeyPEM: String?
    /// The account whose signature secret counts if the application has none of its own.
    package var apiKey: String?
    /// Secrets its webhooks may be signed with: more than one while a secret is being replaced.
    package var signatureSecrets: [SignatureSecret]
    package var pushBy: PushSide
    package var payloadFamily: PayloadFamily
    /// The flow that callers of its numbers get, by name; nil: the one that connects them to the number's user.
    package var flow: String?

    package init(
        id: ApplicationID, name: String, publicKeyPEM: String? = nil, apiKey: String? = nil,
        signatureSecrets: [SignatureSecret] = [], pushBy: PushSide = .hookline, payloadFamily: PayloadFamily = .vonage,
        flow: String? = nil
    ) {
        self.id = id
        self.name = name
        self.publicKeyPEM = publicKeyPEM
        self.apiKey = apiKey
        self.signatureSecrets = signatureSecrets
        self.pushBy = pushBy
        self.payloadFamily = payloadFamily
        self.flow = flow
    }
}

/// Who wakes the phones of an application's users.
package enum PushSide: String, Hashable, Sendable, CaseIterable {
    case hookline
    /// The application lives at the platform, too, which pushes by itself.
    case platform
}
