import Crypto
import Telephony
import Testing

@testable import Registry

@Suite struct PreloadTests {
    @Test func whatChangesAfterItIsFollowed() async throws {
        let folder = try TemporaryFolder()
        let box = SecretBox(key: .generate())
        let store = try await TestStore(.folder(folder.path), box: box)
        let alice = store.alice.id
        let bob = User(application: store.application.id, name: try name("Bob"), displayName: "Bob")

        let preload = try #require(Preload(folder: folder.path, clock: store.clock.wall, box: box))
        #expect(preload.directory.user(alice) != nil)
        try await store.registry.write { tx in
            try UserStore(tx).create(bob)
            _ = try UserStore(tx).delete(alice)
        }
        let event = store.event("aaaaaaaa-0000-4000-8000-000000000001", status: "ringing")
        #expect(try await store.record(event).get() == .recorded)
        store.registry.close(hasSuccessor: true)
        let next = try Registry.open(
            .folder(folder.path), clock: store.clock.wall, box: box, log: .silent, preload: preload)

        #expect(next.directory === preload.directory)
        #expect(next.directory.user(alice) == nil)
        #expect(next.directory.user(bob.id)?.name == bob.name)
        // Known to be there, though it came after the preload: the repeat is recognised.
        let again = await withCheckedContinuation { done in next.record(event) { done.resume(returning: $0) } }
        #expect(try again.get() == .repeated)
        next.close()
    }

    @Test func aFolderWithoutADatabaseHasNothingToRead() throws {
        let folder = try TemporaryFolder()

        #expect(Preload(folder: folder.path, clock: .system, box: nil) == nil)
    }
}
