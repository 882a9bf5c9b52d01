import Crypto
import Testing

struct ScryptTests {
    /// RFC 7914 §12, the first three.
    @Test(arguments: [
        (
            "", "", UInt64(16), UInt64(1), UInt64(1),
            "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
        ),
        (
            "password", "NaCl", 1024, 8, 16,
            "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
        ),
        (
            "pleaseletmein", "SodiumChloride", 16384, 8, 1,
            "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
        ),
    ])
    func followsTheVectorsOfTheStandard(
        password: String, salt: String, cost: UInt64, blockSize: UInt64, parallelism: UInt64, key: String
    ) {
        let derived = Scrypt.derive(
            password: password.utf8, salt: salt.utf8, cost: cost, blockSize: blockSize, parallelism: parallelism,
            count: 64)

        #expect(derived.map(Hex.encode) == key)
    }

    @Test func refusesImpossibleParameters() {
        #expect(
            Scrypt.derive(password: [], salt: [], cost: 1000, blockSize: 8, parallelism: 1, count: 32) == nil,
            "the cost must be a power of two")
        #expect(
            Scrypt.derive(password: [], salt: [], cost: 1 << 20, blockSize: 8, parallelism: 1, count: 32) == nil,
            "a gigabyte is too much")
    }

    @Test func aPasswordIsRecognised() throws {
        let hash = PasswordHash(of: "pässword")

        let read = try #require(PasswordHash(hash.text))

        #expect(read.matches("pässword"))
        #expect(!read.matches("password"))
        #expect(!hash.text.contains("pässword"))
        #expect(PasswordHash(of: "pässword").text != hash.text, "each has a salt of its own")
    }

    @Test(arguments: [
        "", "password", "$scrypt$ln=15,r=8,p=1$AAAA", "$argon2id$ln=15,r=8,p=1$AAAA$AAAA",
        "$scrypt$ln=99,r=8,p=1$AAAA$AAAAAAAAAAAAAAAAAAAAAA", "$scrypt$ln=15,r=8,p=1$AAAA$AAAA",
    ])
    func refusesOtherTexts(text: String) {
        #expect(PasswordHash(text) == nil)
    }
}
