import COpenSSL

/// The private half of an RSA key of 2048 bits or more, which signs RS256 tokens.
///
/// Parsing takes longer than signing (about 0.3 ms against 0.2 ms), so keep the value.
package struct RSAPrivateKey: Sendable, Equatable {
    let handle: KeyHandle

    /// Reads PKCS#8 or PKCS#1 text, mending what `PEM` mends.
    package init(pem text: some Collection<UInt8>) throws(KeyError) {
        try self.init(KeyHandle.privateKey(pem: text))
    }

    /// Reads PKCS#8 or PKCS#1 text from a string.
    package init(pem text: String) throws(KeyError) { try self.init(pem: text.utf8) }

    init(_ handle: KeyHandle) throws(KeyError) {
        try handle.requireRSA()
        self.handle = handle
    }

    /// A fresh key of 2048 bits. Takes 50 to 500 ms.
    package static func generate() -> RSAPrivateKey {
        RSAPrivateKey(generated: KeyHandle.generate("RSA") { EVP_PKEY_CTX_set_rsa_keygen_bits($0, 2048) })
    }

    private init(generated handle: KeyHandle) { self.handle = handle }

    /// PKCS#8 text, `-----BEGIN PRIVATE KEY-----`.
    package var pem: String { PEM.encode(handle.pkcs8, label: "PRIVATE KEY") }

    /// The other half.
    package var publicKey: RSAPublicKey { RSAPublicKey(halfOf: handle) }

    /// Whether `publicKey` is the other half of this key.
    package func matches(_ publicKey: RSAPublicKey) -> Bool { handle.hasSamePublicHalf(as: publicKey.handle) }

    /// The signature RSASSA-PKCS1-v1_5 with SHA-256 (RS256 of RFC 7518 §3.3), as long as the key.
    package func signature(for message: some Collection<UInt8>) -> [UInt8] { handle.sign(message) }

    /// Equal when the public halves are.
    package static func == (left: RSAPrivateKey, right: RSAPrivateKey) -> Bool {
        left.handle.hasSamePublicHalf(as: right.handle)
    }
}
