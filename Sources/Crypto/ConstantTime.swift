import COpenSSL

/// Whether both are the same bytes, in a time that depends on their lengths only.
package func constantTimeEquals(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    withBytes(left) { left in
        withBytes(right) { right in
            left.count == right.count && CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
        }
    }
}
