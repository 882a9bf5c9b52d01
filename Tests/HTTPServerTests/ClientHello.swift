/// The first message of a TLS client (RFC 8446 §4.1.2), as right or as wrong as a test wants it.
struct ClientHello {
    var recordVersion: UInt16 = 0x0301
    var version: UInt16 = 0x0303
    var session: [UInt8] = []
    /// ECDHE-ECDSA-AES128-GCM-SHA256.
    var ciphers: [UInt16] = [0xC02B]
    var compressions: [UInt8] = [0]
    /// Types and contents: groups (X25519, P-256), point formats, signatures (ecdsa_secp256r1_sha256).
    var extensions: [(UInt16, [UInt8])] = [
        (10, [0, 4, 0, 0x1D, 0, 0x17]), (11, [1, 0]), (13, [0, 2, 4, 3]),
    ]

    static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    static func record(_ type: UInt8, _ content: [UInt8], version: UInt16 = 0x0303) -> [UInt8] {
        [type] + bytes(Int(version), 2) + bytes(content.count, 2) + content
    }

    var message: [UInt8] {
        var body = Self.bytes(Int(version), 2) + [UInt8](repeating: 7, count: 32)
        body += [UInt8(session.count)] + session
        body += Self.bytes(ciphers.count * 2, 2) + ciphers.flatMap { Self.bytes(Int($0), 2) }
        body += [UInt8(compressions.count)] + compressions
        let content = extensions.flatMap { Self.bytes(Int($0.0), 2) + Self.bytes($0.1.count, 2) + $0.1 }
        body += Self.bytes(content.count, 2) + content
        return [1] + Self.bytes(body.count, 3) + body
    }

    var record: [UInt8] { Self.record(22, message, version: recordVersion) }
}
