/// Why a key or certificate file was refused, in words its owner can act on.
package enum KeyError: Error, Equatable, Sendable {
    /// There is no `-----BEGIN …-----` line.
    case notPEM
    /// A `-----BEGIN …-----` line without its `-----END …-----`: the text was cut off.
    case cutOff
    /// The base64 text or what it spells cannot be read.
    case damaged
    /// A public key where the private key is needed.
    case publicKeyGiven
    /// A private key where the public key is needed.
    case privateKeyGiven
    /// A certificate where a key is needed.
    case certificateGiven
    /// The key is locked with a passphrase.
    case encrypted
    /// An elliptic-curve key where an RSA key is needed.
    case ecKeyGiven
    /// An RSA key where an elliptic-curve key is needed.
    case rsaKeyGiven
    /// An elliptic curve other than P-256.
    case wrongCurve
    /// An RSA key of fewer than 2048 bits.
    case tooShort(bits: Int)
    /// A PEM block of another kind, with its label.
    case unsupported(String)
    /// The private key belongs to another public key or certificate.
    case halvesDoNotMatch
    /// A key where a certificate is needed.
    case keyGiven
}

extension KeyError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notPEM: "this is not a PEM file: no -----BEGIN line in it"
        case .cutOff: "the PEM text is cut off: its -----END line is missing"
        case .damaged: "the PEM text is damaged and cannot be read"
        case .publicKeyGiven: "this is a public key; the private key is needed"
        case .privateKeyGiven: "this is a private key; only the public key is needed, keep the private key to yourself"
        case .certificateGiven: "this is a certificate; a key is needed"
        case .encrypted:
            "the private key is encrypted with a passphrase; remove it first: openssl pkey -in FILE -out NEW"
        case .ecKeyGiven: "this is an EC key; an RSA key is needed"
        case .rsaKeyGiven: "this is an RSA key; an EC key (P-256) is needed"
        case .wrongCurve: "the EC key is on another curve; P-256 is needed"
        case .tooShort(let bits): "the RSA key has \(bits) bits; 2048 or more are needed"
        case .unsupported(let label): "a PEM block \"\(label)\" is of no use here"
        case .halvesDoNotMatch: "the private key does not belong to this public key or certificate"
        case .keyGiven: "this is a key; a certificate is needed"
        }
    }
}
