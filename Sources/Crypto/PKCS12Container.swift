import COpenSSL

/// A parsed container, in a library context of its own that knows the old ciphers, so that nothing else does.
final class PKCS12Container {
    private let pointer: OpaquePointer
    private let hadMAC: Bool

    init?(_ file: [UInt8]) {
        var container = PKCS12_init_ex(NID_pkcs7_data, Self.library, nil)
        // When it fails it frees the container it was given and leaves nil.
        let parsed = file.withUnsafeBufferPointer { buffer in
            var bytes = buffer.baseAddress
            return d2i_PKCS12(&container, &bytes, buffer.count)
        }
        guard parsed != nil, let container else { return nil }
        pointer = container
        hadMAC = PKCS12_mac_present(container) == 1
    }

    deinit { PKCS12_free(pointer) }

    func identity(password: String) throws(PKCS12Error) -> TLSIdentity {
        try checkPassword(password)
        var key: OpaquePointer?
        var certificate: OpaquePointer?
        var others: OpaquePointer?
        OpenSSLError.clear()
        let done = PKCS12_parse(pointer, password, &key, &certificate, &others)
        defer {
            EVP_PKEY_free(key)
            X509_free(certificate)
            hl_X509_stack_free(others)
        }
        guard done == 1 else { throw parseFailure(password) }
        guard let key else { throw .noPrivateKey }
        guard let certificate else {
            throw hl_X509_stack_count(others) > 0 ? .noMatchingCertificate : .noCertificate
        }
        // Both are read again from their plain forms, so that they belong to the common library context.
        X509_up_ref(certificate)
        EVP_PKEY_up_ref(key)
        guard let own = Certificate(der: Certificate(taking: certificate).der) else { throw .damaged }
        var chain: [Certificate] = []
        for index in 0..<hl_X509_stack_count(others) {
            guard let other = hl_X509_stack_value(others, index) else { continue }
            X509_up_ref(other)
            if let read = Certificate(der: Certificate(taking: other).der) { chain.append(read) }
        }
        do {
            let handle = try KeyHandle.privateKey(der: KeyHandle(taking: key).pkcs8)
            return try TLSIdentity(certificate: own, chain: chain, key: PrivateKey(handle))
        } catch {
            throw .key(error)
        }
    }

    /// The MAC tells a wrong password before any cipher is touched.
    private func checkPassword(_ password: String) throws(PKCS12Error) {
        OpenSSLError.clear()
        guard hadMAC else {
            // OpenSSL parses with a password only what has a MAC, so it gets one.
            PKCS12_set_mac(pointer, password, CInt(password.utf8.count), nil, 0, 1, SHA256.algorithm)
            return
        }
        if PKCS12_verify_mac(pointer, password, CInt(password.utf8.count)) == 1 { return }
        // No password has two encodings: no bytes at all, or a lone two-byte terminator.
        if password.isEmpty, PKCS12_verify_mac(pointer, nil, 0) == 1 { return }
        let reason = ERR_peek_last_error()
        if reason != 0 { throw .unsupported(Self.detail(reason)) }
        throw password.isEmpty ? .passwordNeeded : .wrongPassword
    }

    private func parseFailure(_ password: String) -> PKCS12Error {
        let text = Self.firstUnsupported()
        if let text { return .unsupported(text) }
        // Without a MAC only the decryption shows a wrong password.
        if !hadMAC { return password.isEmpty ? .passwordNeeded : .wrongPassword }
        return .damaged
    }

    /// The name of the cipher that OpenSSL could not find, from its queue of failures.
    private static func firstUnsupported() -> String? {
        while true {
            var data: UnsafePointer<CChar>?
            var flags: CInt = 0
            let code = ERR_get_error_all(nil, nil, nil, &data, &flags)
            guard code != 0 else { return nil }
            let reason = hl_ERR_GET_REASON(code)
            if reason == ERR_R_UNSUPPORTED || reason == EVP_R_UNSUPPORTED_ALGORITHM
                || reason == EVP_R_UNKNOWN_PBE_ALGORITHM
            {
                let detail = data.map { String(cString: $0) } ?? ""
                return detail.isEmpty ? OpenSSLError.text(of: code) : detail
            }
        }
    }

    private static func detail(_ code: UInt) -> String {
        firstUnsupported() ?? OpenSSLError.text(of: code)
    }

    /// Made once and never freed. Without the legacy module on this machine only newer containers open.
    nonisolated(unsafe) private static let library: OpaquePointer? = {
        let library = OSSL_LIB_CTX_new()
        // Loading one provider by hand turns the automatic "default" off.
        OSSL_PROVIDER_load(library, "default")
        OSSL_PROVIDER_load(library, "legacy")
        OpenSSLError.clear()
        return library
    }()
}
