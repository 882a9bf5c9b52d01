import COpenSSL

/// The authenticated cipher AES-256-GCM of NIST SP 800-38D: 32 bytes of key, 12 of nonce, 16 of tag.
enum AESGCM {
    private static let tagByteCount = 16

    static func seal(
        _ plaintext: some Collection<UInt8>, key: some Collection<UInt8>, nonce: some Collection<UInt8>,
        associated: some Collection<UInt8>
    ) -> (ciphertext: [UInt8], tag: [UInt8]) {
        guard let context = EVP_CIPHER_CTX_new() else { preconditionFailure("out of memory") }
        defer { EVP_CIPHER_CTX_free(context) }
        let nonce = Array(nonce)
        precondition(key.count == 32 && nonce.count == 12, "AES-256-GCM takes 32 bytes of key and 12 of nonce")
        var tag = [UInt8](repeating: 0, count: tagByteCount)
        var ciphertext = [UInt8](repeating: 0, count: plaintext.count)
        var count: CInt = 0
        let done =
            withBytes(key) { EVP_EncryptInit_ex2(context, algorithm, $0.baseAddress, nonce, nil) } == 1
            && withBytes(associated) {
                EVP_EncryptUpdate(context, nil, &count, $0.baseAddress, CInt($0.count))
            } == 1
            && withBytes(plaintext) {
                EVP_EncryptUpdate(context, &ciphertext, &count, $0.baseAddress, CInt($0.count))
            } == 1
            && EVP_EncryptFinal_ex(context, &tag, &count) == 1
            && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, CInt(tagByteCount), &tag) == 1
        // Nothing about the values can make this fail; only a broken installation of OpenSSL gets here.
        precondition(done, "AES-256-GCM failed")
        return (ciphertext, tag)
    }

    /// The plaintext; nil when anything was changed.
    static func open(
        _ ciphertext: some Collection<UInt8>, tag: some Collection<UInt8>, key: some Collection<UInt8>,
        nonce: some Collection<UInt8>, associated: some Collection<UInt8>
    ) -> [UInt8]? {
        guard let context = EVP_CIPHER_CTX_new() else { preconditionFailure("out of memory") }
        defer {
            EVP_CIPHER_CTX_free(context)
            OpenSSLError.clear()
        }
        let nonce = Array(nonce)
        var tag = Array(tag)
        guard key.count == 32, nonce.count == 12, tag.count == tagByteCount else { return nil }
        var plaintext = [UInt8](repeating: 0, count: ciphertext.count)
        var rest = [UInt8](repeating: 0, count: tagByteCount)
        var count: CInt = 0
        let done =
            withBytes(key) { EVP_DecryptInit_ex2(context, algorithm, $0.baseAddress, nonce, nil) } == 1
            && withBytes(associated) {
                EVP_DecryptUpdate(context, nil, &count, $0.baseAddress, CInt($0.count))
            } == 1
            && withBytes(ciphertext) {
                EVP_DecryptUpdate(context, &plaintext, &count, $0.baseAddress, CInt($0.count))
            } == 1
            && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, CInt(tagByteCount), &tag) == 1
            && EVP_DecryptFinal_ex(context, &rest, &count) == 1
        return done ? plaintext : nil
    }

    /// Fetched once and never freed or changed, so every thread may use it.
    nonisolated(unsafe) private static let algorithm = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)
}
