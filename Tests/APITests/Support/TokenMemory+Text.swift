import Crypto
import Telephony

@testable import API

extension TokenMemory {
    /// Whether a token may be used with content of this SHA-256.
    func admits(_ id: String, digest: [UInt8]?, at now: Timestamp) -> Bool {
        var id = id
        let digest = digest.flatMap { $0.withUnsafeBufferPointer { SHA256Digest(bytes: $0) } }
        return id.withUTF8 { admits($0, digest: digest, at: now) }
    }
}
