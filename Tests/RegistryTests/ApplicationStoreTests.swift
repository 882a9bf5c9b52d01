import Crypto
import Directory
import Telephony
import Testing

@testable import Registry

@Suite struct ApplicationStoreTests {
    @Test func anApplicationComesBackAsItWent() async throws {
        let store = try await TestStore()
        let made = Application(
            name: "Shop", capabilities: #"{"voice":{"region":"eu-west"}}"#, privacy: #"{"improve_ai":false}"#,
            publicKey: "PEM", apiKey: "abcd", pushBy: .platform, payloadFamily: .callkit)

        try await store.registry.write { try ApplicationStore($0).create(made, privateKey: Array("secret".utf8)) }

        let found = try #require(try await store.registry.read { try ApplicationStore($0).find(made.id) })
        #expect(found.capabilities == made.capabilities)
        #expect(found.privacy == made.privacy)
        #expect(found.pushBy == .platform)
        #expect(found.hasPrivateKey)
        #expect(store.registry.directory.application(made.id)?.payloadFamily == .callkit)
        #expect(store.registry.directory.application(made.id)?.publicKeyPEM == "PEM")
    }

    @Test func oneIdOnce() async throws {
        let store = try await TestStore()
        let again = Application(id: store.application.id, name: "Again")

        await #expect(throws: StoreError.idTaken) {
            try await store.registry.write { try ApplicationStore($0).create(again) }
        }
    }

    @Test func pagesHaveTheTotal() async throws {
        let store = try await TestStore()
        try await store.registry.write { tx in
            for index in 2...12 { try ApplicationStore(tx).create(Application(name: "\(index)")) }
        }

        let pages = try await store.registry.read { tx in
            try (1...3).map { try ApplicationStore(tx).list(page: $0, size: 10) }
        }

        #expect(pages.map(\.total) == [12, 12, 12])
        #expect(pages.map(\.items.count) == [10, 2, 0])
        #expect(pages[0].items.first?.name == "Demo")
    }

    @Test func theOnlyApplicationIsKnownAsSuch() async throws {
        let store = try await TestStore()
        let only = store.registry.directory.onlyApplication

        try await store.registry.write { try ApplicationStore($0).create(Application(name: "Second")) }

        #expect(only == store.application.id)
        #expect(store.registry.directory.onlyApplication == nil)
    }

    @Test func deletingUnlinksNumbersAndTakesUsersAlong() async throws {
        let store = try await TestStore()
        let digits = try number("447700900001")
        let (application, alice) = (store.application.id, store.alice.id)
        try await store.registry.write { tx in
            try NumberStore(tx).create(Number(number: digits, country: "GB", application: application, user: alice))
            try SignatureSecretStore(tx).add(Array("s".utf8), of: .application(application))
        }

        let deleted = try await store.registry.write { try ApplicationStore($0).delete(application) }

        #expect(deleted)
        #expect(store.registry.directory.application(application) == nil)
        #expect(store.registry.directory.user(alice) == nil)
        #expect(store.registry.directory.number(digits)?.application == nil)
        #expect(try await store.registry.read { try UserStore($0).find(alice) } == nil)
        #expect(try await store.registry.write { try ApplicationStore($0).delete(application) } == false)
    }
}

@Suite struct SecretTests {
    @Test func secretsAreNotInTheFileAsTheyAre() async throws {
        let folder = try TemporaryFolder()
        let store = try await TestStore(.folder(folder.path))
        let id = store.application.id
        let secret = Array("-----BEGIN PRIVATE KEY-----".utf8)

        try await store.registry.write { try ApplicationStore($0).setPrivateKey(secret, of: id) }

        #expect(try await store.registry.read { try ApplicationStore($0).privateKey(of: id) } == secret)
        let stored = try await store.registry.read { tx in
            try tx.connection.row("SELECT private_key FROM applications") { $0.blob(0) } ?? []
        }
        #expect(!stored.isEmpty)
        #expect(!stored.indices.contains { stored[$0...].starts(with: secret.prefix(8)) })
    }

    @Test func aSecretMovedToAnotherRowDoesNotOpen() async throws {
        let store = try await TestStore()
        let (id, other) = (store.application.id, Application(name: "Other"))
        try await store.registry.write { tx in
            try ApplicationStore(tx).create(other, privateKey: [1])
            try ApplicationStore(tx).setPrivateKey([2], of: id)
            try tx.connection.run(
                """
                UPDATE applications SET private_key = (SELECT private_key FROM applications WHERE name = 'Other')
                WHERE name = 'Demo'
                """)
        }

        await #expect(throws: StoreError.secretUnavailable) {
            try await store.registry.read { try ApplicationStore($0).privateKey(of: id) }
        }
        #expect(try await store.registry.read { try ApplicationStore($0).privateKey(of: other.id) } == [1])
    }

    /// With the wrong key an application seemed to have no signature secret, and its webhooks were taken unsigned.
    @Test func aWrongKeyIsNotTakenForAStoreWithoutSecrets() async throws {
        let folder = try TemporaryFolder()
        let box = SecretBox(key: .generate())
        let before = try await TestStore(.folder(folder.path), box: box)
        let id = before.application.id
        #expect(try await before.registry.read { try $0.opensItsSecrets() })
        try await before.registry.write { try SignatureSecretStore($0).add([2], of: .application(id)) }
        before.registry.close()

        for (key, opens) in [(box, true), (SecretBox(key: .generate()), false), (nil, false)] as [(SecretBox?, Bool)] {
            let registry = try Registry.open(.folder(folder.path), box: key, log: .silent)
            #expect(try await registry.read { try $0.opensItsSecrets() } == opens)
            registry.close()
        }
    }

    @Test func withoutTheKeyAllElseWorks() async throws {
        let folder = try TemporaryFolder()
        let before = try await TestStore(.folder(folder.path))
        let id = before.application.id
        try await before.registry.write { tx in
            try ApplicationStore(tx).setPrivateKey([1], of: id)
            try SignatureSecretStore(tx).add([2], of: .application(id))
        }
        before.registry.close()

        let registry = try Registry.open(.folder(folder.path), box: nil, log: .silent)

        await #expect(throws: StoreError.secretUnavailable) {
            try await registry.read { try ApplicationStore($0).privateKey(of: id) }
        }
        await #expect(throws: StoreError.secretUnavailable) {
            try await registry.write { try SignatureSecretStore($0).add([3], of: .application(id)) }
        }
        #expect(registry.directory.application(id)?.name == "Demo")
        let bob = User(application: id, name: try name("Bob"))
        #expect(try await registry.write { try UserStore($0).create(bob) }.name == bob.name)
    }

    @Test func theApplicationsOwnSignatureSecretsComeBeforeItsAccounts() async throws {
        let store = try await TestStore()
        let application = Application(name: "Shop", apiKey: "abcd")
        func known() -> [String] {
            store.registry.directory.application(application.id)?.signatureSecrets.map { $0.reveal() } ?? []
        }

        try await store.registry.write { tx in
            try ApplicationStore(tx).create(application)
            try SignatureSecretStore(tx).add(Array("account".utf8), of: .apiKey("abcd"))
        }
        let first = known()
        try await store.registry.write {
            try SignatureSecretStore($0).add(Array("own".utf8), of: .application(application.id))
        }
        let second = known()
        try await store.registry.write { try SignatureSecretStore($0).removeAll(of: .application(application.id)) }

        #expect([first, second, known()] == [["account"], ["own"], ["account"]])
    }

    @Test func adminKeysAreKeptAsTags() async throws {
        let store = try await TestStore()
        let secret = Array("s3cret".utf8)
        try await store.registry.write { try KeyStore($0).put(id: "abcd", secret: secret) }

        let right = try await store.registry.read { try KeyStore($0).verify(id: "abcd", secret: secret) }
        let wrong = try await store.registry.read { try KeyStore($0).verify(id: "abcd", secret: [1]) }
        let unknown = try await store.registry.read { try KeyStore($0).verify(id: "x", secret: secret) }
        try await store.registry.write { try KeyStore($0).revoke("abcd") }
        let revoked = try await store.registry.read { try KeyStore($0).verify(id: "abcd", secret: secret) }

        #expect([right, wrong, unknown, revoked] == [true, false, false, false])
    }

    @Test func aCredentialTakesThePlaceOfItsPredecessor() async throws {
        let store = try await TestStore()
        let id = store.application.id
        let old = PushCredential(application: id, kind: .certificate, bundleID: "com.example.phone")
        let new = PushCredential(
            application: id, kind: .certificate, bundleID: "com.example.phone", topics: ["a", "b.voip"],
            isForSandbox: false, certificate: "PEM", notAfter: store.clock.now)
        let common = PushCredential(application: nil, kind: .key, teamID: "T", keyID: "K")

        try await store.registry.write { tx in
            try CredentialStore(tx).put(common, secret: [3])
            try CredentialStore(tx).put(old, secret: [1])
            try CredentialStore(tx).put(new, secret: [2])
        }

        let list = try await store.registry.read { try CredentialStore($0).list(for: id) }
        #expect(list.map(\.id) == [new.id, common.id])
        #expect(list[0].topics == ["a", "b.voip"])
        #expect(list[0].isForProduction && !list[0].isForSandbox)
        #expect(list[0].notAfter == store.clock.now)
        #expect(try await store.registry.read { try CredentialStore($0).secret(of: new.id) } == [2])
        await #expect(throws: StoreError.unknown(.credential, old.id)) {
            try await store.registry.read { try CredentialStore($0).secret(of: old.id) }
        }
    }
}
