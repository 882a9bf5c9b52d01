import COpenSSL

/// A private key of another kind than we sign with ourselves, which TLS can sign with: an elliptic curve other than
/// P-256, or Ed25519.
package struct ServerKey: Sendable, Equatable {
    let handle: KeyHandle

    /// Equal when the public halves are.
    package static func == (left: ServerKey, right: ServerKey) -> Bool {
        left.handle.hasSamePublicHalf(as: right.handle)
    }
}
