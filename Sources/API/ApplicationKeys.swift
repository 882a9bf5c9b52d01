import Crypto
import Directory
import Synchronization
import Telephony

/// The public keys of the applications, read from their PEM once: reading one takes twenty times as long as verifying
/// a token with it.
///
/// An entry holds the text it was made from, so a key that was replaced in the Directory is never used again.
package final class ApplicationKeys: Sendable {
    private struct Entry {
        let pem: String
        let key: RSAPublicKey
    }

    /// More applications than this are read again now and then.
    private static let capacity = 10_000

    private let entries = Mutex<[ApplicationID: Entry]>([:])

    package init() {}

    /// The application's key as it is now; nil when it has none, or none that can be read.
    package func key(of application: ApplicationEntry) -> RSAPublicKey? {
        guard let pem = application.publicKeyPEM else { return nil }
        let known = entries.withLock { $0[application.id] }
        if let known, known.pem == pem { return known.key }
        // Outside the lock: two threads may both read it, none waits.
        guard let key = try? RSAPublicKey(pem: pem) else { return nil }
        entries.withLock { entries in
            if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
            entries[application.id] = Entry(pem: pem, key: key)
        }
        return key
    }
}
