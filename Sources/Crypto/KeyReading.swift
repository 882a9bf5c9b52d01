import COpenSSL

extension KeyHandle {
    /// Reads the private key of a PEM text: PKCS#8, PKCS#1 or SEC1.
    static func privateKey(pem text: some Collection<UInt8>) throws(KeyError) -> KeyHandle {
        let blocks = try PEM(text).blocks
        if let block = blocks.first(where: { $0.label.hasSuffix("PRIVATE KEY") }) {
            guard !block.isEncrypted, block.label != "ENCRYPTED PRIVATE KEY" else { throw .encrypted }
            guard ["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY"].contains(block.label) else {
                throw .unsupported(block.label)
            }
            return try privateKey(der: block.der)
        }
        throw misplaced(blocks, wantsPrivate: true)
    }

    /// Reads the public key of a PEM text: SubjectPublicKeyInfo or PKCS#1.
    static func publicKey(pem text: some Collection<UInt8>) throws(KeyError) -> KeyHandle {
        let blocks = try PEM(text).blocks
        if let block = blocks.first(where: { $0.label == "PUBLIC KEY" || $0.label == "RSA PUBLIC KEY" }) {
            guard let der = block.der else { throw .damaged }
            return try parse(der) { bytes, length in
                block.label == "PUBLIC KEY"
                    ? d2i_PUBKEY(nil, bytes, length) : d2i_PublicKey(EVP_PKEY_RSA, nil, bytes, length)
            }
        }
        throw misplaced(blocks, wantsPrivate: false)
    }

    /// Reads a private key in any of the three DER forms.
    static func privateKey(der: [UInt8]?) throws(KeyError) -> KeyHandle {
        guard let der else { throw .damaged }
        return try parse(der) { bytes, length in d2i_AutoPrivateKey(nil, bytes, length) }
    }

    /// Refuses what is not RSA of 2048 bits or more.
    func requireRSA() throws(KeyError) {
        guard isRSA else { throw isEC ? .ecKeyGiven : .unsupported("a key that is neither RSA nor EC") }
        guard bits >= 2048 else { throw .tooShort(bits: bits) }
    }

    /// Refuses what is not EC on the curve P-256.
    func requireP256() throws(KeyError) {
        guard isEC else { throw isRSA ? .rsaKeyGiven : .unsupported("a key that is neither RSA nor EC") }
        guard isP256 else { throw .wrongCurve }
    }

    /// Names what stands in the file in place of the key that was wanted.
    private static func misplaced(_ blocks: [PEM.Block], wantsPrivate: Bool) -> KeyError {
        let labels = blocks.map(\.label)
        if labels.contains(where: { $0.hasSuffix("PRIVATE KEY") }) { return .privateKeyGiven }
        if labels.contains(where: { $0.hasSuffix("PUBLIC KEY") }) {
            return wantsPrivate ? .publicKeyGiven : .unsupported(labels[0])
        }
        if labels.contains(where: { $0.hasSuffix("CERTIFICATE") }) { return .certificateGiven }
        return .unsupported(labels[0])
    }

    private static func parse(
        _ der: [UInt8],
        _ read: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> OpaquePointer?
    ) throws(KeyError) -> KeyHandle {
        defer { OpenSSLError.clear() }
        let key = der.withUnsafeBufferPointer { buffer in
            var bytes = buffer.baseAddress
            return read(&bytes, buffer.count)
        }
        guard let key else { throw .damaged }
        return KeyHandle(taking: key)
    }
}
