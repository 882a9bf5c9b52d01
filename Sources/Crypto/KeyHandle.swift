import COpenSSL

/// A key as OpenSSL holds it, freed with the last reference.
///
/// Unchecked: an `EVP_PKEY` is never changed after it has been read or made, and OpenSSL locks the caches inside;
/// every use has a context of its own.
final class KeyHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over the reference that the caller holds.
    init(taking pointer: OpaquePointer) { self.pointer = pointer }

    deinit { EVP_PKEY_free(pointer) }

    var isRSA: Bool { EVP_PKEY_get_base_id(pointer) == EVP_PKEY_RSA }
    var isEC: Bool { EVP_PKEY_get_base_id(pointer) == EVP_PKEY_EC }
    var bits: Int { Int(EVP_PKEY_get_bits(pointer)) }

    var isP256: Bool {
        var name = [CChar](repeating: 0, count: 64)
        var length = 0
        guard isEC, EVP_PKEY_get_group_name(pointer, &name, name.count, &length) == 1 else { return false }
        return String(decoding: name.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self) == "prime256v1"
    }

    /// Whether both have the same public half.
    func hasSamePublicHalf(as other: KeyHandle) -> Bool {
        defer { OpenSSLError.clear() }
        return EVP_PKEY_eq(pointer, other.pointer) == 1
    }

    /// The whole key as PKCS#8 DER.
    var pkcs8: [UInt8] {
        guard let info = EVP_PKEY2PKCS8(pointer) else { return [] }
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        return derBytes { i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
    }

    /// The public half as SubjectPublicKeyInfo DER.
    var subjectPublicKeyInfo: [UInt8] { derBytes { i2d_PUBKEY(pointer, $0) } }
}

/// Runs one of the `i2d_…` functions, first for the length and then for the bytes.
func derBytes(_ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> CInt) -> [UInt8] {
    let length = Int(encode(nil))
    guard length > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
        var end = buffer.baseAddress
        count = max(0, Int(encode(&end)))
    }
}
