import COpenSSL

/// The hash function SHA-256 of FIPS 180-4.
package enum SHA256 {
    /// Length of a digest in bytes.
    package static let byteCount = 32

    /// The digest of `bytes`, 32 bytes.
    package static func digest(of bytes: some Collection<UInt8>) -> [UInt8] {
        withBytes(bytes) { digest($0) }
    }

    /// The digest of `bytes`, 32 bytes: the same without going through what every collection can do.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        bytes.isEmpty ? digest(of: EmptyCollection<UInt8>()) : bytes.withUnsafeBufferPointer { digest($0) }
    }

    private static func digest(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            var length: UInt32 = 0
            let done = EVP_Digest(bytes.baseAddress, bytes.count, buffer.baseAddress, &length, algorithm, nil)
            // Only a broken installation of OpenSSL gets here: the algorithm is in its default provider.
            precondition(done == 1, "SHA-256 is not available")
            count = Int(length)
        }
    }

    /// The digest of `bytes` as 64 hexadecimal digits in lower case.
    package static func hexDigest(of bytes: some Collection<UInt8>) -> String {
        Hex.encode(digest(of: bytes))
    }

    /// Fetched once, because a fetch costs as much as a short digest. Never freed and never changed, so every
    /// thread may use it.
    nonisolated(unsafe) static let algorithm = EVP_MD_fetch(nil, "SHA256", nil)
}
