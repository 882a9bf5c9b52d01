/// Secrets at rest: AES-256-GCM under a key that is kept apart from the data.
///
/// A sealed value is the version byte 1, the id of its key (4 bytes), the nonce (12), the ciphertext and the tag
/// (16). The associated data say where the value belongs (table, column, row), so that one cannot be moved to
/// another place.
package struct SecretBox: Sendable {
    private static let version: UInt8 = 1
    private static let headByteCount = 1 + SecretBoxKey.idByteCount + nonceByteCount
    private static let nonceByteCount = 12
    private static let tagByteCount = 16

    /// The first one seals, all of them open.
    package let keys: [SecretBoxKey]

    /// Needs at least one key; the first one seals.
    package init(keys: [SecretBoxKey]) {
        precondition(!keys.isEmpty, "a secret box needs a key")
        self.keys = keys
    }

    /// A box with one key.
    package init(key: SecretBoxKey) { self.init(keys: [key]) }

    /// Encrypts `secret` for the place `place` names, with a fresh nonce: never the same bytes twice.
    package func seal(_ secret: some Collection<UInt8>, for place: some Collection<UInt8>) -> [UInt8] {
        let key = keys[0]
        let nonce = randomBytes(Self.nonceByteCount)
        let head = [Self.version] + key.id + nonce
        let (ciphertext, tag) = AESGCM.seal(secret, key: key.bytes, nonce: nonce, associated: head + Array(place))
        return head + ciphertext + tag
    }

    /// The secret in `sealed`, which was sealed for the same place.
    package func open(
        _ sealed: some Collection<UInt8>, for place: some Collection<UInt8>
    ) throws(SecretBoxError) -> [UInt8] {
        let sealed = Array(sealed)
        let key = try key(of: sealed)
        let head = sealed.prefix(Self.headByteCount)
        let secret = AESGCM.open(
            sealed.dropFirst(Self.headByteCount).dropLast(Self.tagByteCount), tag: sealed.suffix(Self.tagByteCount),
            key: key.bytes, nonce: head.suffix(Self.nonceByteCount), associated: head + Array(place))
        guard let secret else { throw .damaged }
        return secret
    }

    /// Whether `sealed` is under the key that seals now, so that it need not be rewritten.
    package func isCurrent(_ sealed: [UInt8]) -> Bool {
        (try? key(of: sealed))?.id == keys[0].id
    }

    private func key(of sealed: [UInt8]) throws(SecretBoxError) -> SecretBoxKey {
        guard sealed.count >= Self.headByteCount + Self.tagByteCount else { throw .damaged }
        guard sealed[0] == Self.version else { throw .unknownVersion(sealed[0]) }
        let id = sealed[1...SecretBoxKey.idByteCount]
        guard let key = keys.first(where: { $0.id.elementsEqual(id) }) else {
            throw .unknownKey(Hex.encode(id))
        }
        return key
    }
}
