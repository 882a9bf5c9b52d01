import Crypto
import HTTP
import JWT
import Telephony

/// What the platform knows of one application and of the account it belongs to.
package struct PlatformAccount: Sendable {
    package var application: ApplicationID
    /// Checks the tokens of the application's users.
    package var publicKey: RSAPublicKey
    /// Named in the token of each webhook.
    package var apiKey: String
    /// Nil: webhooks are not signed.
    package var signatureSecret: WebhookSecret?
    package var webhooks: Webhooks

    package init(
        application: ApplicationID, publicKey: RSAPublicKey, apiKey: String, signatureSecret: WebhookSecret?,
        webhooks: Webhooks
    ) {
        self.application = application
        self.publicKey = publicKey
        self.apiKey = apiKey
        self.signatureSecret = signatureSecret
        self.webhooks = webhooks
    }

    /// The URLs of an application, and how long the platform waits for them.
    package struct Webhooks: Equatable, Sendable {
        package var answerURL: String
        package var answerMethod = Method.get
        package var fallbackURL: String?
        /// Always posted to.
        package var eventURL: String
        /// `socket_timeout` of the answer and fallback URLs: 1 to 5 s.
        package var answerTimeout: Duration = .seconds(5)
        /// `socket_timeout` of the event URL: 1 to 10 s.
        package var eventTimeout: Duration = .seconds(10)

        package init(answerURL: String, eventURL: String, fallbackURL: String? = nil) {
            self.answerURL = answerURL
            self.eventURL = eventURL
            self.fallbackURL = fallbackURL
        }

        /// The webhooks of a server with this base URL, at their usual places.
        package init(server: String) {
            self.init(
                answerURL: server + "/webhooks/answer", eventURL: server + "/webhooks/event",
                fallbackURL: server + "/webhooks/fallback")
        }
    }
}
