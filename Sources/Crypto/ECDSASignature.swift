import COpenSSL

/// The two spellings of an ECDSA signature on P-256: DER as OpenSSL has it, r‖s as JSON Web Signatures carry it.
enum ECDSASignature {
    /// r and s, each left-padded to 32 bytes; nil when `der` is not a signature.
    static func raw(der: [UInt8]) -> [UInt8]? {
        let parsed = der.withUnsafeBufferPointer { buffer in
            var bytes = buffer.baseAddress
            return d2i_ECDSA_SIG(nil, &bytes, buffer.count)
        }
        guard let parsed else {
            OpenSSLError.clear()
            return nil
        }
        defer { ECDSA_SIG_free(parsed) }
        var raw = [UInt8](repeating: 0, count: 64)
        let done = raw.withUnsafeMutableBufferPointer { raw in
            guard let base = raw.baseAddress else { return false }
            return BN_bn2binpad(ECDSA_SIG_get0_r(parsed), base, 32) == 32
                && BN_bn2binpad(ECDSA_SIG_get0_s(parsed), base + 32, 32) == 32
        }
        return done ? raw : nil
    }

    /// The DER form; nil unless `raw` has 64 bytes.
    static func der(raw: [UInt8]) -> [UInt8]? {
        guard raw.count == 64, let signature = ECDSA_SIG_new() else { return nil }
        defer { ECDSA_SIG_free(signature) }
        guard let r = BN_bin2bn(Array(raw[..<32]), 32, nil) else { return nil }
        guard let s = BN_bin2bn(Array(raw[32...]), 32, nil) else {
            BN_free(r)
            return nil
        }
        // On success the signature owns both numbers.
        guard ECDSA_SIG_set0(signature, r, s) == 1 else {
            BN_free(r)
            BN_free(s)
            return nil
        }
        return derBytes { i2d_ECDSA_SIG(signature, $0) }
    }
}
