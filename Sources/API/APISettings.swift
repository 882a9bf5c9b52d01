import Logging
import Telephony

/// What the surfaces are told by the settings.
package struct APISettings: Sendable {
    /// A key pair that is fixed from outside, next to those in the store.
    package struct AdminKey: Sendable {
        package let key: String
        package let secret: Secret<String>

        package init(key: String, secret: Secret<String>) {
            self.key = key
            self.secret = secret
        }
    }

    /// Whether a webhook must carry a signature.
    package enum SignedWebhooks: Equatable, Sendable {
        case required
        case off
        /// Once there is a secret it could be checked with.
        case whenSecretExists
    }

    package var adminKey: AdminKey?
    package var signedWebhooks = SignedWebhooks.whenSecretExists
    /// The secret that counts where neither the application nor its account has one. An empty one is none.
    package var signatureSecret: Secret<String>?
    /// Secrets by the API key of the account they belong to; several while one is being replaced.
    package var signatureSecrets: [String: [Secret<String>]] = [:]
    /// Whether there are secrets in the store that the key at hand does not open: then nobody can say whether an
    /// application has one of its own, and webhooks must be signed.
    package var secretsAreUnreadable = false
    /// Whether webhooks must come over TLS with a client certificate that is believed.
    package var webhooksNeedCertificate = false
    /// How old a signed webhook may be.
    package var webhookAge: Duration = .seconds(300)
    /// How far other clocks may be ahead.
    package var clockSkew: Duration = .seconds(60)
    /// Whether a signed GET must carry a `payload_hash`.
    package var refusesGetWithoutHash = false
    /// How long an invited phone rings.
    package var ringTime: Duration = .seconds(60)
    /// Whether anything is recorded and pushed. Off: decide and reply, nothing else.
    package var keepsRecords = true
    package var publicURL: String?
    /// The bundle id of devices that name none.
    package var defaultBundleID: String?
    /// The program's version, for `/healthz` and the metrics.
    package var version = "0"

    /// The time an answer may wait for its commit.
    package var answerPatience: Duration = .milliseconds(150)
    /// The time an event may wait for its commit.
    package var eventPatience: Duration = .seconds(4)

    package init() {}
}
