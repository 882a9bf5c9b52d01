import Telephony

/// Where the dispatcher finds credentials. Answers from memory, from any thread.
package protocol CredentialSource: Sendable {
    /// All an application may push with, the one to be preferred first.
    func credentials(for application: ApplicationID) -> [PushCredential]

    /// All there are, for connections that are opened before the first call.
    func allCredentials() -> [PushCredential]
}
