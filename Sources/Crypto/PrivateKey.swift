/// A private key of either kind, as TLS and certificates use it.
package enum PrivateKey: Sendable, Equatable {
    case rsa(RSAPrivateKey)
    case ec(ECPrivateKey)

    /// Reads PKCS#8, PKCS#1 or SEC1 text; RSA of 2048 bits or more, or EC P-256.
    package init(pem text: some Collection<UInt8>) throws(KeyError) {
        try self.init(KeyHandle.privateKey(pem: text))
    }

    init(_ handle: KeyHandle) throws(KeyError) {
        if handle.isEC {
            self = .ec(try ECPrivateKey(handle))
        } else {
            self = .rsa(try RSAPrivateKey(handle))
        }
    }

    var handle: KeyHandle {
        switch self {
        case .rsa(let key): key.handle
        case .ec(let key): key.handle
        }
    }

    /// PKCS#8 text.
    package var pem: String { PEM.encode(handle.pkcs8, label: "PRIVATE KEY") }
}
