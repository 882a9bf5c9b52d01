import Directory
import Synchronization
import Telephony
import Testing

@testable import Registry

@Suite struct FlowStoreTests {
    /// Remembers what it is told.
    private final class Listener: FlowFollower {
        let told = Mutex<[String]>([])

        func flowChanged(_ entry: FlowEntry) {
            told.withLock { $0.append("\(entry.name) \(entry.revision) \(entry.text)") }
        }
        func flowRemoved(_ name: String) { told.withLock { $0.append("\(name) gone") } }
    }

    @Test func keepsRevisionsAndTellsOfEachBeforeTheWriteReturns() async throws {
        let store = try await TestStore()
        let listener = Listener()
        store.registry.directory.follow(flows: listener)

        for text in ["[1]", "[2]"] {
            _ = try await store.registry.write { tx in try FlowStore(tx).put("ivr", text, by: "k") }
        }
        _ = try await store.registry.write { tx in try FlowStore(tx).put("ivr", nil, by: "k") }
        let before = try await store.registry.read { tx in try FlowStore(tx).list() }
        _ = try await store.registry.write { tx in try FlowStore(tx).put("ivr", "[3]", by: "j") }

        #expect(listener.told.withLock(\.self) == ["ivr 1 [1]", "ivr 2 [2]", "ivr gone", "ivr 4 [3]"])
        #expect(before.isEmpty)
        let history = try await store.registry.read { tx in try FlowStore(tx).history("ivr") }
        #expect(history.map(\.number) == [4, 3, 2, 1])
        #expect(history.map(\.text) == ["[3]", nil, "[2]", "[1]"])
        #expect(history.map(\.createdBy) == ["j", "k", "k", "k"])
    }

    @Test func anExpectedRevisionGuardsAgainstLostUpdates() async throws {
        let store = try await TestStore()
        func put(_ text: String?, expecting: Int) async throws {
            _ = try await store.registry.write { tx in try FlowStore(tx).put("a", text, by: "k", expecting: expecting) }
        }

        await #expect(throws: StoreError.changedMeanwhile(0)) { try await put("[1]", expecting: 1) }
        try await put("[1]", expecting: 0)
        await #expect(throws: StoreError.changedMeanwhile(1)) { try await put("[2]", expecting: 0) }
        try await put("[2]", expecting: 1)
        try await put(nil, expecting: 2)
        await #expect(throws: StoreError.changedMeanwhile(0)) { try await put("[4]", expecting: 2) }
        try await put("[4]", expecting: 0)

        #expect(try await store.registry.read { tx in try FlowStore(tx).latest("a") }?.number == 4)
    }

    @Test func onlyTheLastRevisionsAreKept() async throws {
        let store = try await TestStore()
        let count = FlowStore<Transaction>.keptRevisions + 7

        try await store.registry.write { tx in
            for number in 1...count { try FlowStore(tx).put("a", "[\(number)]", by: "k") }
        }

        let history = try await store.registry.read { tx in try FlowStore(tx).history("a") }
        #expect(history.map(\.number) == Array((8...count).reversed()))
    }

    @Test func thereIsALimit() async throws {
        let store = try await TestStore()
        let limit = FlowStore<Transaction>.limit
        try await store.registry.write { tx in
            for number in 1...limit { try FlowStore(tx).put("f\(number)", "[]", by: "k") }
        }

        await #expect(throws: StoreError.tooMany(.flow, limit)) {
            _ = try await store.registry.write { tx in try FlowStore(tx).put("one-more", "[]", by: "k") }
        }
        _ = try await store.registry.write { tx in try FlowStore(tx).put("f1", "[1]", by: "k") }
    }

    @Test func theDirectoryKnowsWhatWasChosen() async throws {
        let store = try await TestStore()
        let number = Number(
            number: try #require(E164("447700900000")), country: "GB", application: store.application.id, flow: "ivr")
        var application = store.application
        application.flow = "after-hours"
        let changed = application
        try await store.registry.write { tx in
            try NumberStore(tx).create(number)
            try ApplicationStore(tx).update(changed)
        }

        let directory = store.registry.directory
        #expect(directory.number(number.number)?.flow == "ivr")
        #expect(directory.application(application.id)?.flow == "after-hours")
        let use = try await store.registry.read { tx in try FlowStore(tx).use(of: "ivr") }
        #expect(use == FlowUse(numbers: [number.number]))

        try await store.registry.write { tx in
            try FlowStore(tx).release("ivr")
            try FlowStore(tx).release("after-hours")
        }

        #expect(directory.number(number.number)?.flow == nil)
        #expect(directory.application(application.id)?.flow == nil)
    }

    @Test func whatWasChosenIsThereAfterTheNextStart() async throws {
        let folder = try TemporaryFolder()
        let number = try #require(E164("447700900000"))
        do {
            let store = try await TestStore(.folder(folder.path))
            var application = store.application
            application.flow = "after-hours"
            let changed = application
            try await store.registry.write { tx in
                try NumberStore(tx).create(Number(number: number, country: "GB", flow: "ivr"))
                try ApplicationStore(tx).update(changed)
            }
            store.registry.close()
        }

        let registry = try Registry.open(.folder(folder.path), box: nil, log: .silent)

        #expect(registry.directory.number(number)?.flow == "ivr")
        #expect(
            registry.directory.onlyApplication.flatMap { registry.directory.application($0) }?.flow == "after-hours")
    }
}
