import Crypto

/// A new key pair for the administration: the key is a name, the secret 128 random bits or more.
struct AdminKeyPair: Sendable {
    let key: String
    let secret: String

    init() {
        key = Hex.encode(randomBytes(4))
        secret = Base64URL.encode(randomBytes(24))
    }
}
