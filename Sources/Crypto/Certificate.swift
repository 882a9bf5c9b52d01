import COpenSSL
import Glibc

/// An X.509 certificate.
///
/// Unchecked: an `X509` is not changed after it has been read or signed, and OpenSSL locks the caches inside.
package final class Certificate: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over the reference that the caller holds.
    init(taking pointer: OpaquePointer) { self.pointer = pointer }

    deinit { X509_free(pointer) }

    /// The certificates of a PEM text in their order, at least one; other blocks are passed over.
    package static func certificates(pem text: some Collection<UInt8>) throws(KeyError) -> [Certificate] {
        let blocks = try PEM(text).blocks
        var certificates: [Certificate] = []
        for block in blocks where block.label.hasSuffix("CERTIFICATE") {
            guard let der = block.der, let certificate = Certificate(der: der) else { throw .damaged }
            certificates.append(certificate)
        }
        guard !certificates.isEmpty else {
            throw blocks[0].label.hasSuffix("KEY") ? .keyGiven : .unsupported(blocks[0].label)
        }
        return certificates
    }

    /// Reads DER; nil when it is not a certificate. Bytes after its end are refused.
    package convenience init?(der: some Collection<UInt8>) {
        let parsed = withBytes(der) { buffer -> OpaquePointer? in
            var bytes = buffer.baseAddress
            guard let parsed = d2i_X509(nil, &bytes, buffer.count) else { return nil }
            guard bytes == buffer.baseAddress.map({ $0 + buffer.count }) else {
                X509_free(parsed)
                return nil
            }
            return parsed
        }
        OpenSSLError.clear()
        guard let parsed else { return nil }
        self.init(taking: parsed)
    }

    /// The DER form.
    package var der: [UInt8] { derBytes { i2d_X509(pointer, $0) } }

    /// The PEM form.
    package var pem: String { PEM.encode(der, label: "CERTIFICATE") }

    /// SHA-256 of the DER form in lower-case hexadecimal digits.
    package var fingerprint: String { SHA256.hexDigest(of: der) }

    /// Valid from, in seconds since 1970 UTC.
    package var notBefore: Int64 { Self.seconds(X509_get0_notBefore(pointer)) }

    /// Valid until, in seconds since 1970 UTC.
    package var notAfter: Int64 { Self.seconds(X509_get0_notAfter(pointer)) }

    /// The subject's common name.
    package var commonName: String? { subject(NID_commonName) }

    /// The subject's user id, where Apple writes the default topic.
    package var userID: String? { subject(NID_userId) }

    /// The subject's organizational unit, where Apple writes the team id.
    package var organizationalUnit: String? { subject(NID_organizationalUnitName) }

    /// Whether `key` is the private half of the key in this certificate.
    package func belongs(to key: PrivateKey) -> Bool {
        defer { OpenSSLError.clear() }
        guard let own = X509_get0_pubkey(pointer) else { return false }
        return EVP_PKEY_eq(own, key.handle.pointer) == 1
    }

    private func subject(_ field: CInt) -> String? {
        let name = X509_get_subject_name(pointer)
        let index = X509_NAME_get_index_by_NID(name, field, -1)
        guard index >= 0, let entry = X509_NAME_get_entry(name, index), let value = X509_NAME_ENTRY_get_data(entry)
        else { return nil }
        var utf8: UnsafeMutablePointer<UInt8>?
        let length = ASN1_STRING_to_UTF8(&utf8, value)
        guard length >= 0, let utf8 else { return nil }
        defer { hl_OPENSSL_free(utf8) }
        return String(decoding: UnsafeBufferPointer(start: utf8, count: Int(length)), as: UTF8.self)
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64 {
        var parts = tm()
        guard ASN1_TIME_to_tm(time, &parts) == 1 else { return 0 }
        return Int64(timegm(&parts))
    }
}

extension Certificate: Equatable {
    package static func == (left: Certificate, right: Certificate) -> Bool {
        X509_cmp(left.pointer, right.pointer) == 0
    }
}
