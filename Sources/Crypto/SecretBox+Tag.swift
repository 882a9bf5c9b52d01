extension SecretBox {
    private static let tagVersion: UInt8 = 1
    private static let tagPurpose = "hookline secret tag"

    /// A fingerprint under the key, for secrets that are compared but never read again, such as API secrets.
    ///
    /// The version byte 1, the id of the key (4 bytes) and HMAC-SHA-256 (32); the same secret always gives the same.
    package func tag(of secret: some Collection<UInt8>) -> [UInt8] {
        let key = keys[0]
        return [Self.tagVersion] + key.id + key.derived(for: Self.tagPurpose).tag(for: secret)
    }

    /// Whether `tag` was made of `secret`, in constant time. Throws when the key it was made under is not here.
    package func matches(_ secret: some Collection<UInt8>, tag: [UInt8]) throws(SecretBoxError) -> Bool {
        guard tag.count == 1 + SecretBoxKey.idByteCount + HMACKey.tagByteCount else { throw .damaged }
        guard tag[0] == Self.tagVersion else { throw .unknownVersion(tag[0]) }
        let id = tag[1...SecretBoxKey.idByteCount]
        guard let key = keys.first(where: { $0.id.elementsEqual(id) }) else { throw .unknownKey(Hex.encode(id)) }
        return key.derived(for: Self.tagPurpose).verifies(tag.suffix(HMACKey.tagByteCount), for: secret)
    }
}
