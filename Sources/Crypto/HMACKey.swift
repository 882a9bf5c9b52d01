import COpenSSL

/// A key for HMAC-SHA-256 (RFC 2104), set up once and used often. Wiped when it goes.
///
/// Unchecked: what it points to is only read after `init`.
package final class HMACKey: @unchecked Sendable {
    /// Length of a tag in bytes.
    package static let tagByteCount = 32

    private let prepared: UnsafeMutablePointer<hl_HMAC_SHA256_key>

    /// Takes any number of bytes, none included.
    package init(_ key: some Collection<UInt8>) {
        prepared = .allocate(capacity: 1)
        withBytes(key) { hl_HMAC_SHA256_prepare(prepared, $0.baseAddress, $0.count) }
    }

    deinit {
        OPENSSL_cleanse(prepared, MemoryLayout<hl_HMAC_SHA256_key>.size)
        prepared.deallocate()
    }

    /// The tag of `message`, 32 bytes.
    package func tag(for message: some Collection<UInt8>) -> [UInt8] {
        withBytes(message) { digest(of: $0).bytes }
    }

    /// Whether `tag` is the tag of `message`, in constant time.
    package func verifies(_ tag: [UInt8], for message: some Collection<UInt8>) -> Bool {
        withBytes(message) { message in tag.withUnsafeBufferPointer { verifies($0, for: message) } }
    }

    /// The same of bytes that lie in memory.
    package func verifies(_ tag: UnsafeBufferPointer<UInt8>, for message: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let tag = SHA256Digest(bytes: tag) else { return false }
        return tag == digest(of: message)
    }

    private func digest(of message: UnsafeBufferPointer<UInt8>) -> SHA256Digest {
        SHA256Digest(of: message, under: prepared)
    }
}
