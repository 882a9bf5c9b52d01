import Testing

@testable import Crypto

struct SecretBoxTests {
    let key = SecretBoxKey.generate()
    let place = Array("applications.private_key.1".utf8)

    /// NIST SP 800-38D test cases 13, 14 and 16 of the GCM specification, 256-bit keys.
    @Test(arguments: [
        (
            String(repeating: "00", count: 32), String(repeating: "00", count: 12), "", "", "",
            "530f8afbc74536b9a963b4f1c4cb738b"
        ),
        (
            String(repeating: "00", count: 32), String(repeating: "00", count: 12), "",
            String(repeating: "00", count: 16), "cea7403d4d606b6e074ec5d3baf39d18", "d0d1c8a799996bf0265b98b5d48ab919"
        ),
        (
            "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308", "cafebabefacedbaddecaf888",
            "feedfacedeadbeeffeedfacedeadbeefabaddad2",
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
            "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662",
            "76fc6ece0f4e1768cddf8853bb2d551b"
        ),
    ])
    func theCipherFollowsTheVectorsOfTheStandard(
        key: String, nonce: String, associated: String, plain: String, cipher: String, tag: String
    ) throws {
        let key = try #require(Hex.decode(key))
        let nonce = try #require(Hex.decode(nonce))
        let associated = try #require(Hex.decode(associated))
        let plain = try #require(Hex.decode(plain))

        let sealed = AESGCM.seal(plain, key: key, nonce: nonce, associated: associated)

        #expect(Hex.encode(sealed.ciphertext) == cipher)
        #expect(Hex.encode(sealed.tag) == tag)
        #expect(
            AESGCM.open(sealed.ciphertext, tag: sealed.tag, key: key, nonce: nonce, associated: associated) == plain)
    }

    @Test(arguments: [0, 1, 16, 1704, 100_000])
    func opensWhatItSealed(count: Int) throws {
        let box = SecretBox(key: key)
        let secret = randomBytes(count)

        let sealed = box.seal(secret, for: place)

        #expect(sealed.count == count + 33)
        #expect(try box.open(sealed, for: place) == secret)
        #expect(box.seal(secret, for: place) != sealed, "each has a nonce of its own")
    }

    @Test func anyChangedByteIsSeen() throws {
        let box = SecretBox(key: key)
        let sealed = box.seal("secret".utf8, for: place)

        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: SecretBoxError.self) { try box.open(changed, for: place) }
        }
        for count in 0..<sealed.count {
            #expect(throws: SecretBoxError.damaged) { try box.open(sealed.prefix(count), for: place) }
        }
    }

    @Test func aValueCannotBeMovedToAnotherPlace() throws {
        let box = SecretBox(key: key)
        let sealed = box.seal("secret".utf8, for: place)

        #expect(throws: SecretBoxError.damaged) { try box.open(sealed, for: "applications.private_key.2".utf8) }
    }

    @Test func namesTheKeyThatIsMissing() throws {
        let sealed = SecretBox(key: key).seal("secret".utf8, for: place)

        #expect(throws: SecretBoxError.unknownKey(key.name)) {
            try SecretBox(key: .generate()).open(sealed, for: place)
        }
    }

    @Test func namesALaterFormat() throws {
        var sealed = SecretBox(key: key).seal("secret".utf8, for: place)
        sealed[0] = 2

        #expect(throws: SecretBoxError.unknownVersion(2)) { try SecretBox(key: key).open(sealed, for: place) }
    }

    @Test func aNewKeySealsAndTheOldOneStillOpens() throws {
        let new = SecretBoxKey.generate()
        let old = SecretBox(key: key).seal("secret".utf8, for: place)
        let box = SecretBox(keys: [new, key])

        let rewritten = box.seal(try box.open(old, for: place), for: place)

        #expect(!box.isCurrent(old))
        #expect(box.isCurrent(rewritten))
        #expect(try SecretBox(key: new).open(rewritten, for: place) == Array("secret".utf8))
    }

    @Test func aTagMatchesItsSecretOnly() throws {
        let box = SecretBox(key: key)

        let tag = box.tag(of: "api-secret".utf8)

        #expect(tag == box.tag(of: "api-secret".utf8))
        #expect(try box.matches("api-secret".utf8, tag: tag))
        #expect(try !box.matches("api-secreT".utf8, tag: tag))
        #expect(try SecretBox(keys: [.generate(), key]).matches("api-secret".utf8, tag: tag))
        #expect(throws: SecretBoxError.unknownKey(key.name)) {
            try SecretBox(key: .generate()).matches("api-secret".utf8, tag: tag)
        }
        #expect(throws: SecretBoxError.damaged) { try box.matches("api-secret".utf8, tag: tag.dropLast()) }
    }

    @Test func aKeyFileComesBack() throws {
        let keys = [key, SecretBoxKey.generate()]

        let text = SecretBoxKey.file(keys)

        #expect(try SecretBoxKey.keys(file: text.utf8) == keys)
        #expect(
            try SecretBoxKey.keys(file: ("\u{FEFF}" + text.split(separator: "\n").joined(separator: "\r\n")).utf8)
                == keys)
        #expect(!"\(key)".contains(text.split(separator: " ").last ?? ""), "a description is no secret")
    }

    @Test func namesTheLineOfADamagedKeyFile() throws {
        let text = SecretBoxKey.file([key])
        let digit = try #require(text.dropLast().last)
        let changed = text.dropLast(2) + (digit == "0" ? "1" : "0") + "\n"

        #expect(throws: SecretBoxKeyError.damaged(line: 2)) { try SecretBoxKey.keys(file: changed.utf8) }
        #expect(throws: SecretBoxKeyError.notAKey(line: 1)) { try SecretBoxKey.keys(file: "key".utf8) }
        #expect(throws: SecretBoxKeyError.notAKey(line: 2)) { try SecretBoxKey.keys(file: text.dropLast(3).utf8) }
        #expect(throws: SecretBoxKeyError.empty) { try SecretBoxKey.keys(file: "# nothing\n\n".utf8) }
    }
}
