import COpenSSL

/// The public half of an RSA key of 2048 bits or more, which verifies RS256 tokens.
package struct RSAPublicKey: Sendable, Equatable {
    let handle: KeyHandle

    /// Reads SubjectPublicKeyInfo or PKCS#1 text, mending what `PEM` mends.
    package init(pem text: some Collection<UInt8>) throws(KeyError) {
        let handle = try KeyHandle.publicKey(pem: text)
        try handle.requireRSA()
        self.handle = handle
    }

    /// Reads SubjectPublicKeyInfo or PKCS#1 text from a string.
    package init(pem text: String) throws(KeyError) { try self.init(pem: text.utf8) }

    /// The public side of a whole key; signing with it is out of reach of this type.
    init(halfOf handle: KeyHandle) { self.handle = handle }

    /// SubjectPublicKeyInfo text, `-----BEGIN PUBLIC KEY-----`.
    package var pem: String { PEM.encode(handle.subjectPublicKeyInfo, label: "PUBLIC KEY") }

    /// Whether `signature` is RS256 over `message` by the other half.
    package func verifies(_ signature: some Collection<UInt8>, for message: some Collection<UInt8>) -> Bool {
        handle.verify(signature, for: message)
    }

    package static func == (left: RSAPublicKey, right: RSAPublicKey) -> Bool {
        left.handle.hasSamePublicHalf(as: right.handle)
    }
}
