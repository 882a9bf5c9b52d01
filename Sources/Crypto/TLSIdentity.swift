/// What one side of a TLS connection shows of itself: a certificate, the ones above it, and the private key.
package struct TLSIdentity: Sendable {
    package let certificate: Certificate
    /// The certificates between it and a root, nearest first.
    package let chain: [Certificate]
    package let key: PrivateKey

    /// Throws `.halvesDoNotMatch` when the key belongs to another certificate.
    package init(certificate: Certificate, chain: [Certificate] = [], key: PrivateKey) throws(KeyError) {
        guard certificate.belongs(to: key) else { throw .halvesDoNotMatch }
        self.certificate = certificate
        self.chain = chain
        self.key = key
    }

    /// Reads the certificate with those above it, in this order, and the key, from PEM texts.
    package init(certificatePEM: some Collection<UInt8>, keyPEM: some Collection<UInt8>) throws(KeyError) {
        let certificates = try Certificate.certificates(pem: certificatePEM)
        try self.init(
            certificate: certificates[0], chain: Array(certificates.dropFirst()), key: PrivateKey(pem: keyPEM))
    }

    /// The certificate and those above it as PEM, for a file.
    package var certificatePEM: String { ([certificate] + chain).map(\.pem).joined() }
}
