import Crypto
import Registry
import Telephony

/// An application with what its first call needs: a key pair, a user, and a number that rings the user.
struct FirstApplication: Sendable {
    let application: Application
    let key: RSAPrivateKey
    let user: User
    let number: Number

    /// A number kept for fiction: nobody's phone rings by mistake.
    static let fictionalNumber = "447700900001"
    static let fictionalCountry = "GB"

    /// - Throws: a failure in words when a name or the number cannot be used.
    init(named name: String, user userName: String, number digits: String, country: String) throws(Failure) {
        guard let userName = UserName(userName) else {
            throw .usage("`\(userName)` cannot be a user's name", advice: "Up to 255 bytes, no control characters.")
        }
        guard let number = E164(dialled: digits) else {
            throw .usage("`\(digits)` is not a telephone number", advice: "Digits with the country code: 447700900001.")
        }
        let key = RSAPrivateKey.generate()
        let application = Application(
            name: name, capabilities: #"{"voice":{"signed_callbacks":true},"rtc":{}}"#, publicKey: key.publicKey.pem)
        let user = User(application: application.id, name: userName)
        self.key = key
        self.application = application
        self.user = user
        self.number = Number(number: number, country: country, application: application.id, user: user.id)
    }

    /// Puts all of it into the store, or nothing.
    func create(in tx: Transaction) throws {
        try ApplicationStore(tx).create(application, privateKey: Array(key.pem.utf8))
        _ = try UserStore(tx).create(user)
        try NumberStore(tx).create(number)
    }
}
