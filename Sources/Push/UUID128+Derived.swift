import Crypto
import Telephony

extension UUID128 {
    /// The same UUID for the same text, of version 8 (RFC 9562 §5.8).
    init(derivedFrom text: String) {
        let digest = SHA256.digest(of: text.utf8)
        let high = digest[0..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let low = digest[8..<16].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        self.init(high: high & ~0xF000 | 0x8000, low: low & ~(0xC0 << 56) | 0x80 << 56)
    }
}
