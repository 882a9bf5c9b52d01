import COpenSSL

/// The hash function SHA-256 of FIPS 180-4.
package enum SHA256 {
    /// Length of a digest in bytes.
    package static let byteCount = 32

    /// The digest of `bytes`, 32 bytes.
    package static func digest(of bytes: some Collection<UInt8>) -> [UInt8] {
        withBytes(bytes) { SHA256Digest(of: $0).bytes }
    }

    /// The digest of `bytes`, 32 bytes: the same without going through what every collection can do.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBufferPointer { SHA256Digest(of: $0).bytes }
    }

    /// The digest of `bytes` as 64 hexadecimal digits in lower case.
    package static func hexDigest(of bytes: some Collection<UInt8>) -> String {
        Hex.encode(digest(of: bytes))
    }

    /// For what OpenSSL wants to be told the algorithm. Fetched once, because a fetch costs as much as a short digest.
    /// Never freed and never changed, so every thread may use it.
    nonisolated(unsafe) static let algorithm = EVP_MD_fetch(nil, "SHA256", nil)
}
