import COpenSSL

extension KeyHandle {
    /// Makes a key of the named kind; `configure` sets its size or curve and returns 1.
    static func generate(_ kind: String, _ configure: (OpaquePointer) -> CInt) -> KeyHandle {
        var key: OpaquePointer?
        if let context = EVP_PKEY_CTX_new_from_name(nil, kind, nil) {
            defer { EVP_PKEY_CTX_free(context) }
            if EVP_PKEY_keygen_init(context) == 1, configure(context) == 1 { EVP_PKEY_generate(context, &key) }
        }
        // The kinds and sizes are ours and in every OpenSSL; only a broken installation gets here.
        guard let key else { preconditionFailure("cannot make a key: " + OpenSSLError.takeText()) }
        return KeyHandle(taking: key)
    }

    /// The signature over the SHA-256 of `message`: RSA PKCS#1 v1.5, or ECDSA as DER.
    func sign(_ message: some Collection<UInt8>) -> [UInt8] {
        guard let context = EVP_MD_CTX_new() else { preconditionFailure("out of memory") }
        defer { EVP_MD_CTX_free(context) }
        var length = Int(EVP_PKEY_get_size(pointer))
        var signature = [UInt8](repeating: 0, count: length)
        let done = withBytes(message) { message in
            EVP_DigestSignInit(context, nil, SHA256.algorithm, nil, pointer) == 1
                && EVP_DigestSign(context, &signature, &length, message.baseAddress, message.count) == 1
        }
        // A private key of ours can always sign; a public one never gets here (it has no method that calls this).
        precondition(done, "cannot sign: " + OpenSSLError.takeText())
        return Array(signature.prefix(length))
    }

    /// Whether `signature` is one over the SHA-256 of `message` by this key.
    func verify(_ signature: some Collection<UInt8>, for message: some Collection<UInt8>) -> Bool {
        guard let context = EVP_MD_CTX_new() else { return false }
        defer {
            EVP_MD_CTX_free(context)
            OpenSSLError.clear()
        }
        return withBytes(signature) { signature in
            withBytes(message) { message in
                EVP_DigestVerifyInit(context, nil, SHA256.algorithm, nil, pointer) == 1
                    && EVP_DigestVerify(
                        context, signature.baseAddress, signature.count, message.baseAddress, message.count) == 1
            }
        }
    }
}
