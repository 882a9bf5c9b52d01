import Crypto
import Testing

struct SHA256Tests {
    /// FIPS 180-4, examples of NIST.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func followsTheVectorsOfTheStandard(text: String, digest: String) {
        #expect(SHA256.hexDigest(of: text.utf8) == digest)
    }

    @Test func anyCollectionGivesTheSameDigest() {
        let bytes = randomBytes(1000)

        #expect(SHA256.digest(of: bytes[...]) == SHA256.digest(of: bytes))
        #expect(SHA256.digest(of: bytes.lazy.map { $0 }) == SHA256.digest(of: bytes))
        #expect(SHA256.digest(of: bytes).count == SHA256.byteCount)
    }
}
