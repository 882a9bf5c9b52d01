import COpenSSL

/// A private key of either kind, as TLS and certificates use it.
package enum PrivateKey: Sendable, Equatable {
    case rsa(RSAPrivateKey)
    case ec(ECPrivateKey)
    /// For the certificate of a server only.
    case server(ServerKey)

    /// Reads PKCS#8, PKCS#1 or SEC1 text; RSA of 2048 bits or more, or EC P-256.
    package init(pem text: some Collection<UInt8>) throws(KeyError) {
        try self.init(KeyHandle.privateKey(pem: text))
    }

    /// Reads the key of a server's certificate: besides the kinds above P-384, P-521 and Ed25519, which OpenSSL signs with.
    package init(serverPEM text: some Collection<UInt8>) throws(KeyError) {
        let handle = try KeyHandle.privateKey(pem: text)
        let isServers = handle.isEC ? !handle.isP256 : EVP_PKEY_get_base_id(handle.pointer) == EVP_PKEY_ED25519
        if isServers {
            self = .server(ServerKey(handle: handle))
        } else {
            try self.init(handle)
        }
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
        case .server(let key): key.handle
        }
    }

    /// PKCS#8 text.
    package var pem: String { PEM.encode(handle.pkcs8, label: "PRIVATE KEY") }
}
