import COpenSSL

/// Bytes nobody can guess, from the generator of OpenSSL, which the kernel seeds.
package func randomBytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
        if count > 0 {
            let done = RAND_bytes(buffer.baseAddress, CInt(count))
            // Going on with predictable keys would be worse than stopping; the kernel always has entropy after boot.
            precondition(done == 1, "no random bytes")
        }
        written = count
    }
}
