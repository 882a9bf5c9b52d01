import COpenSSL

/// The private half of an elliptic-curve key on P-256, which signs ES256 provider tokens.
package struct ECPrivateKey: Sendable, Equatable {
    let handle: KeyHandle

    /// Reads PKCS#8 (Apple's `.p8`) or SEC1 text, mending what `PEM` mends.
    package init(pem text: some Collection<UInt8>) throws(KeyError) {
        try self.init(KeyHandle.privateKey(pem: text))
    }

    /// Reads PKCS#8 or SEC1 text from a string.
    package init(pem text: String) throws(KeyError) { try self.init(pem: text.utf8) }

    init(_ handle: KeyHandle) throws(KeyError) {
        try handle.requireP256()
        self.handle = handle
    }

    /// A fresh key.
    package static func generate() -> ECPrivateKey {
        ECPrivateKey(
            generated: KeyHandle.generate("EC") { EVP_PKEY_CTX_set_ec_paramgen_curve_nid($0, NID_X9_62_prime256v1) })
    }

    private init(generated handle: KeyHandle) { self.handle = handle }

    /// PKCS#8 text, `-----BEGIN PRIVATE KEY-----`.
    package var pem: String { PEM.encode(handle.pkcs8, label: "PRIVATE KEY") }

    /// The other half.
    package var publicKey: ECPublicKey { ECPublicKey(halfOf: handle) }

    /// Whether `publicKey` is the other half of this key.
    package func matches(_ publicKey: ECPublicKey) -> Bool { handle.hasSamePublicHalf(as: publicKey.handle) }

    /// The ES256 signature of RFC 7518 §3.4: r and s of 32 bytes each, not DER. Differs from call to call.
    package func signature(for message: some Collection<UInt8>) -> [UInt8] {
        let der = handle.sign(message)
        guard let raw = ECDSASignature.raw(der: der) else { preconditionFailure("OpenSSL made a broken signature") }
        return raw
    }

    /// Equal when the public halves are.
    package static func == (left: ECPrivateKey, right: ECPrivateKey) -> Bool {
        left.handle.hasSamePublicHalf(as: right.handle)
    }
}
