/// A key of a `SecretBox`: 32 random bytes and the id they are known by.
package struct SecretBoxKey: Sendable, Equatable {
    static let byteCount = 32
    static let idByteCount = 4

    let bytes: [UInt8]
    /// The first bytes of a digest of the key, which says nothing about it.
    let id: [UInt8]

    private init(bytes: [UInt8]) {
        self.bytes = bytes
        id = Array(SHA256.digest(of: Array("hookline key id".utf8) + bytes).prefix(Self.idByteCount))
    }

    /// A fresh key.
    package static func generate() -> SecretBoxKey { SecretBoxKey(bytes: randomBytes(byteCount)) }

    /// Eight hexadecimal digits that name the key and are no secret.
    package var name: String { Hex.encode(id) }

    package static func == (left: SecretBoxKey, right: SecretBoxKey) -> Bool {
        constantTimeEquals(left.bytes, right.bytes)
    }

    /// A subkey for one purpose, so that no key serves two.
    func derived(for purpose: String) -> HMACKey { HMACKey(HMACKey(bytes).tag(for: purpose.utf8)) }

    /// Reads a key file: a line for each key, its name and 64 hexadecimal digits. Blank lines, `#` lines, a byte order
    /// mark and CR LF are allowed. The first key is the one that seals.
    package static func keys(file text: some Collection<UInt8>) throws(SecretBoxKeyError) -> [SecretBoxKey] {
        var keys: [SecretBoxKey] = []
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let body = text.starts(with: mark) ? Array(text.dropFirst(mark.count)) : Array(text)
        let lines = body.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\n") }
        for (index, line) in lines.enumerated() {
            let words = line.split(whereSeparator: isWhitespace)
            guard let first = words.first, first.first != UInt8(ascii: "#") else { continue }
            guard words.count == 2, let bytes = Hex.decode(String(decoding: words[1], as: UTF8.self)),
                bytes.count == byteCount
            else { throw .notAKey(line: index + 1) }
            let key = SecretBoxKey(bytes: bytes)
            guard key.name == String(decoding: first, as: UTF8.self).lowercased() else {
                throw .damaged(line: index + 1)
            }
            keys.append(key)
        }
        guard !keys.isEmpty else { throw .empty }
        return keys
    }

    /// The text of a key file with these keys, the sealing one first.
    package static func file(_ keys: [SecretBoxKey]) -> String {
        "# Hookline's key for secrets at rest. Without this file they cannot be read: keep a copy apart from backups.\n"
            + keys.map { "\($0.name) \(Hex.encode($0.bytes))\n" }.joined()
    }
}

extension SecretBoxKey: CustomStringConvertible {
    /// The name only, because descriptions end up in logs.
    package var description: String { "key \(name)" }
}
