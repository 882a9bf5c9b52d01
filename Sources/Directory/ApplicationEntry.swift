import Telephony

/// What a call needs to know of an application.
///
/// An object, because a request looks at it several times, and a copy of a structure would count up each of its parts.
package final class ApplicationEntry: Sendable {
    package let id: ApplicationID
    package let name: String
    /// The key that tokens of the application are verified with.
    package let publicKeyPEM: String?
    /// The account whose signature secret counts if the application has none of its own.
    package let apiKey: String?
    /// Secrets its webhooks may be signed with: more than one while a secret is being replaced.
    package let signatureSecrets: [SignatureSecret]
    package let pushBy: PushSide
    package let payloadFamily: PayloadFamily
    /// The flow that callers of its numbers get, by name; nil: the one that connects them to the number's user.
    package let flow: String?

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

extension ApplicationEntry: Equatable {
    package static func == (left: ApplicationEntry, right: ApplicationEntry) -> Bool {
        left.id == right.id && left.name == right.name && left.publicKeyPEM == right.publicKeyPEM
            && left.apiKey == right.apiKey && left.signatureSecrets == right.signatureSecrets
            && left.pushBy == right.pushBy && left.payloadFamily == right.payloadFamily && left.flow == right.flow
    }
}

/// Who wakes the phones of an application's users.
package enum PushSide: String, Hashable, Sendable, CaseIterable {
    case hookline
    /// The application lives at the platform, too, which pushes by itself.
    case platform
}
