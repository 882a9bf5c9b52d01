import Crypto
import JWT
import Telephony

/// Who plays in the demo: an application with its keys, Alice and her number, and the one who calls.
struct Cast: Sendable {
    let application = ApplicationID.random()
    let key: RSAPrivateKey
    /// What Apple gives out as a `.p8` file.
    let pushKey = ECPrivateKey.generate()
    let user = "Alice"
    /// Numbers kept for fiction: nobody's phone rings by mistake.
    let number = FirstApplication.fictionalNumber
    let callerNumber = "447700900123"

    static let bundleID = "com.example.phone"
    static let pushKeyID = "DEMOKEY001"
    static let teamID = "DEMOTEAM01"

    init(key: RSAPrivateKey) {
        self.key = key
    }

    /// A token of the application itself.
    func token(at now: Timestamp) throws(Failure) -> String {
        do {
            return try ApplicationClaims(application: application, now: now).token(signedWith: key)
        } catch { throw Failure(.refused, "\(error)") }
    }
}

extension ApplicationClaims {
    fileprivate init(application: ApplicationID, now: Timestamp) throws(MintError) {
        try self.init(applicationID: application.description, lifetime: .seconds(300), now: now.seconds)
    }
}
