import Directory
import Telephony
import Testing

@testable import Registry

@Suite struct UserStoreTests {
    @Test func aUserComesBackAsItWent() async throws {
        let store = try await TestStore()
        let user = User(
            application: store.application.id, name: try name("a/b%2Fc+d&e"), displayName: "D", imageURL: "https://x",
            properties: #"{"custom_data":{"a":1}}"#, channels: #"{"sms":[]}"#)

        let made = try await store.registry.write { try UserStore($0).create(user) }
        let found = try await store.registry.read { try UserStore($0).find(user.id) }
        let byName = try await store.registry.read { try UserStore($0).find(named: user.name, in: user.application) }

        #expect(found == made)
        #expect(byName == made)
        #expect(made.properties == user.properties)
        #expect(made.channels == user.channels)
        #expect(made.createdAt == store.clock.now)
        #expect(store.registry.directory.user(named: user.name, in: user.application)?.id == user.id)
    }

    @Test func oneNameOnceInAnApplicationHoweverSpelt() async throws {
        let store = try await TestStore()
        let application = store.application.id
        let composed = User(application: application, name: try name("Jos\u{E9}"))
        let decomposed = User(application: application, name: try name("Jose\u{301}"))
        let otherCase = User(application: application, name: try name("jos\u{E9}"))
        try await store.registry.write { _ = try UserStore($0).create(composed) }

        await #expect(throws: StoreError.nameTaken) {
            try await store.registry.write { try UserStore($0).create(decomposed) }
        }
        let other = try await store.registry.write { try UserStore($0).create(otherCase) }

        let found = try await store.registry.read { try UserStore($0).find(named: decomposed.name, in: application) }
        #expect(found?.id == composed.id)
        #expect(found?.name.text.unicodeScalars.count == 4)
        #expect(other.name.text == otherCase.name.text)
    }

    @Test func oneNameInTwoApplicationsIsTwoUsers() async throws {
        let store = try await TestStore()
        let other = Application(name: "Other")
        let alice = User(application: other.id, name: store.alice.name)

        try await store.registry.write { tx in
            try ApplicationStore(tx).create(other)
            try UserStore(tx).create(alice)
        }

        #expect(store.registry.directory.user(named: alice.name, in: other.id)?.id == alice.id)
        #expect(store.registry.directory.user(named: alice.name, in: store.application.id)?.id == store.alice.id)
    }

    @Test func ofTenAtOnceOneWins() async throws {
        let store = try await TestStore()
        let race = try name("race")
        let application = store.application.id

        let results = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    do {
                        _ = try await store.registry.write {
                            try UserStore($0).create(User(application: application, name: race))
                        }
                        return true
                    } catch {
                        return error as? StoreError != .nameTaken
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }

        #expect(results.filter { $0 }.count == 1)
    }

    @Test func anUnknownApplicationHasNoUsers() async throws {
        let store = try await TestStore()
        let user = User(application: .random(), name: try name("x"))

        await #expect(throws: StoreError.unknown(.application, user.application.description)) {
            try await store.registry.write { try UserStore($0).create(user) }
        }
    }

    @Test func changesOnlyWhatIsChanged() async throws {
        let store = try await TestStore()
        var changed = store.alice
        changed.displayName = "Alice B."
        changed.name = try name("alice")
        let update = changed
        store.clock.advance(by: .seconds(1))

        let updated = try await store.registry.write { try UserStore($0).update(update) }

        #expect(updated.displayName == "Alice B.")
        #expect(updated.createdAt < updated.updatedAt)
        #expect(store.registry.directory.user(named: update.name, in: update.application)?.displayName == "Alice B.")
        #expect(store.registry.directory.user(named: store.alice.name, in: update.application) == nil)
    }

    @Test func deletingLeavesNothingThatLeadsToTheUser() async throws {
        let store = try await TestStore()
        let digits = try number("447700900001")
        let (application, alice) = (store.application.id, store.alice.id)
        let device = try await store.registry.write { tx in
            try NumberStore(tx).create(Number(number: digits, country: "GB", application: application, user: alice))
            return try DeviceStore(tx).register(
                DeviceRegistration(
                    application: application, user: alice, tokens: [Device.Token(kind: .voip, text: "aa")])
            ).device
        }

        let deleted = try await store.registry.write { try UserStore($0).delete(alice) }
        let again = try await store.registry.write { try UserStore($0).delete(alice) }

        #expect([deleted, again] == [true, false])
        let directory = store.registry.directory
        #expect(directory.user(alice) == nil)
        #expect(directory.devices(of: alice) == [])
        #expect(directory.number(digits)?.application == application)
        #expect(directory.number(digits)?.user == nil)
        let left = try await store.registry.read { try DeviceStore($0).find(device.id) }
        #expect(left?.user == nil)
        #expect(left?.tokens.map(\.disabledReason) == ["user deleted"])
    }

    @Test(arguments: [SortOrder.ascending, .descending])
    func pagesNeitherMissNorRepeatWhileUsersComeAndGo(order: SortOrder) async throws {
        let store = try await TestStore()
        let application = store.application.id
        let users = try await store.registry.write { tx in
            try (0..<25).map {
                try UserStore(tx).create(User(application: application, name: try name("user \($0)")))
            }
        }

        var seen: [UserID] = []
        var deleted: Set<UserID> = []
        var cursor: Int64?
        while true {
            let after = cursor
            let page = try await store.registry.read {
                try UserStore($0).list(of: application, after: after, order: order, limit: 10)
            }
            guard let last = page.last, let first = page.first else { break }
            seen += page.map(\.id)
            deleted.insert(first.id)
            cursor = last.seq
            let count = seen.count
            try await store.registry.write { tx in
                try UserStore(tx).delete(first.id)
                try UserStore(tx).create(User(application: application, name: try name("new \(count)")))
            }
        }

        #expect(Set(seen).count == seen.count)
        #expect(Set(users.map(\.id)).subtracting(seen) == [])
    }

    @Test func findsTheUsersOfOneName() async throws {
        let store = try await TestStore()
        let application = store.application.id
        let alice = store.alice

        let found = try await store.registry.read {
            try UserStore($0).list(of: application, named: alice.name, limit: 10)
        }

        #expect(found.map(\.id) == [alice.id])
    }
}
