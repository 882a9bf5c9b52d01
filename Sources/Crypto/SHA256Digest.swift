import COpenSSL

/// What SHA-256 or HMAC-SHA-256 makes of a message: 32 bytes, held in place. Compares in constant time.
package struct SHA256Digest: Sendable {
    private typealias Words = (UInt64, UInt64, UInt64, UInt64)

    /// In the order of the bytes in memory.
    private var words: Words = (0, 0, 0, 0)

    private init() {}

    /// The digest of `bytes`.
    package init(of bytes: UnsafeBufferPointer<UInt8>) {
        withBytes { hl_SHA256(bytes.baseAddress, bytes.count, $0) }
    }

    /// The tag of `message` under `key`.
    init(of message: UnsafeBufferPointer<UInt8>, under key: UnsafePointer<hl_HMAC_SHA256_key>) {
        withBytes { hl_HMAC_SHA256(key, message.baseAddress, message.count, $0) }
    }

    /// A digest that somebody sent: 32 bytes, or nil.
    package init?(bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count == SHA256.byteCount, let start = bytes.baseAddress else { return nil }
        words = UnsafeRawPointer(start).loadUnaligned(as: Words.self)
    }

    /// The same in 64 hexadecimal digits of either case, or nil.
    package init?(hex digits: UnsafeBufferPointer<UInt8>) {
        guard digits.count == 2 * SHA256.byteCount else { return nil }
        guard withBytes({ Hex.decode(digits, into: $0) }) else { return nil }
    }

    /// Its 32 bytes.
    package var bytes: [UInt8] { withUnsafeBytes(of: words) { [UInt8]($0) } }

    /// Its first 16 bytes as two numbers, most significant byte first.
    package var prefix: (high: UInt64, low: UInt64) { (UInt64(bigEndian: words.0), UInt64(bigEndian: words.1)) }

    private mutating func withBytes<Result>(_ body: (UnsafeMutablePointer<UInt8>) -> Result) -> Result {
        withUnsafeMutableBytes(of: &words) { bytes in
            // Force: the memory of a value is never at nil, and its type is trivial.
            body(bytes.baseAddress!.assumingMemoryBound(to: UInt8.self))
        }
    }
}

extension SHA256Digest: Equatable {
    package static func == (left: SHA256Digest, right: SHA256Digest) -> Bool {
        let first = (left.words.0 ^ right.words.0) | (left.words.1 ^ right.words.1)
        let second = (left.words.2 ^ right.words.2) | (left.words.3 ^ right.words.3)
        return first | second == 0
    }
}
