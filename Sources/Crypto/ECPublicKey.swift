import COpenSSL

/// The public half of an elliptic-curve key on P-256, which verifies ES256 tokens.
package struct ECPublicKey: Sendable, Equatable {
    let handle: KeyHandle

    /// Reads SubjectPublicKeyInfo text, mending what `PEM` mends.
    package init(pem text: some Collection<UInt8>) throws(KeyError) {
        let handle = try KeyHandle.publicKey(pem: text)
        try handle.requireP256()
        self.handle = handle
    }

    /// Reads SubjectPublicKeyInfo text from a string.
    package init(pem text: String) throws(KeyError) { try self.init(pem: text.utf8) }

    /// The public side of a whole key; signing with it is out of reach of this type.
    init(halfOf handle: KeyHandle) { self.handle = handle }

    /// SubjectPublicKeyInfo text, `-----BEGIN PUBLIC KEY-----`.
    package var pem: String { PEM.encode(handle.subjectPublicKeyInfo, label: "PUBLIC KEY") }

    /// Whether `signature`, 64 bytes r and s, is ES256 over `message` by the other half.
    package func verifies(_ signature: some Collection<UInt8>, for message: some Collection<UInt8>) -> Bool {
        guard let der = ECDSASignature.der(raw: Array(signature)) else { return false }
        return handle.verify(der, for: message)
    }

    package static func == (left: ECPublicKey, right: ECPublicKey) -> Bool {
        left.handle.hasSamePublicHalf(as: right.handle)
    }
}
