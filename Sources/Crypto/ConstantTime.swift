import COpenSSL

/// Whether both are the same bytes, in a time that depends on their lengths only.
package func constantTimeEquals(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    withBytes(left) { left in
        withBytes(right) { right in
            left.count == right.count && CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
        }
    }
}

/// The same of arrays, without going through what every collection can do.
package func constantTimeEquals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return left.isEmpty
        || left.withUnsafeBytes { left in
            right.withUnsafeBytes { CRYPTO_memcmp(left.baseAddress, $0.baseAddress, left.count) == 0 }
        }
}
