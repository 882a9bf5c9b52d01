import Crypto
import JWT
import Telephony

/// The private key of an application, and the tokens the command line signs with it.
enum ApplicationKey {
    /// The tokens are for one command; this is ample.
    private static let lifetime: Int64 = 120

    static func read(_ source: PrivateKeySource) throws(Failure) -> RSAPrivateKey {
        let text = try source.read()
        do { return try RSAPrivateKey(pem: text) } catch {
            throw .refused("\(source.name) is not a key to sign with: \(error)")
        }
    }

    /// A token of the application itself, with which the server is asked.
    static func token(
        _ source: PrivateKeySource, application: String, at clock: WallClock
    ) throws(Failure) -> String {
        let key = try read(source)
        do {
            let claims = try ApplicationClaims(
                applicationID: application, lifetime: .seconds(lifetime), now: clock.now().seconds)
            return claims.token(signedWith: key)
        } catch { throw .refused(error.description) }
    }
}
