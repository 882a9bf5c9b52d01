import COpenSSL

/// The password-based key derivation scrypt of RFC 7914: slow and hungry for memory on purpose.
package enum Scrypt {
    /// Derives `count` bytes. `cost` is N, a power of two; `blockSize` r and `parallelism` p. Uses 128 × N × r bytes.
    ///
    /// Nil when the parameters are out of range or need more than 256 MiB.
    package static func derive(
        password: some Collection<UInt8>, salt: some Collection<UInt8>, cost: UInt64, blockSize: UInt64,
        parallelism: UInt64, count: Int
    ) -> [UInt8]? {
        var key = [UInt8](repeating: 0, count: count)
        let done = withBytes(password) { password in
            withBytes(salt) { salt in
                password.withMemoryRebound(to: CChar.self) { password in
                    EVP_PBE_scrypt(
                        password.baseAddress, password.count, salt.baseAddress, salt.count, cost, blockSize,
                        parallelism, 256 << 20, &key, key.count)
                }
            }
        }
        OpenSSLError.clear()
        return done == 1 ? key : nil
    }
}
