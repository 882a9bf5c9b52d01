import COpenSSL

/// A key for HMAC-SHA-256 (RFC 2104), set up once and used often.
///
/// Unchecked: the prepared context is only ever copied after `init`; each tag is computed in a copy of its own.
package final class HMACKey: @unchecked Sendable {
    /// Length of a tag in bytes.
    package static let tagByteCount = 32

    private let prepared: OpaquePointer

    /// Takes any number of bytes, none included.
    package init(_ key: some Collection<UInt8>) {
        guard let context = EVP_MAC_CTX_new(Self.algorithm) else { preconditionFailure("HMAC is not available") }
        let done = withBytes(key) { key in
            hl_EVP_MAC_init_with_SHA256(context, key.baseAddress, key.count)
        }
        // Every key is a good key; only a broken installation of OpenSSL gets here.
        precondition(done == 1, "HMAC-SHA-256 is not available")
        prepared = context
    }

    deinit { EVP_MAC_CTX_free(prepared) }

    /// The tag of `message`, 32 bytes.
    package func tag(for message: some Collection<UInt8>) -> [UInt8] {
        guard let context = EVP_MAC_CTX_dup(prepared) else { preconditionFailure("out of memory") }
        defer { EVP_MAC_CTX_free(context) }
        return withBytes(message) { message in
            [UInt8](unsafeUninitializedCapacity: Self.tagByteCount) { buffer, count in
                let done =
                    EVP_MAC_update(context, message.baseAddress, message.count) == 1
                    && EVP_MAC_final(context, buffer.baseAddress, &count, buffer.count) == 1
                precondition(done, "HMAC-SHA-256 failed")
            }
        }
    }

    /// Whether `tag` is the tag of `message`, in constant time.
    package func verifies(_ tag: [UInt8], for message: some Collection<UInt8>) -> Bool {
        constantTimeEquals(tag, self.tag(for: message))
    }

    /// Fetched once and never freed or changed, so every thread may use it.
    nonisolated(unsafe) private static let algorithm = EVP_MAC_fetch(nil, "HMAC", nil)
}
