import Crypto
import Telephony
import Testing

@testable import Registry

@Suite struct CallStoreTests {
    /// Ten calls, a minute apart; every other one is over, and every fifth is of one conversation.
    func filled() async throws -> TestStore {
        let store = try await TestStore()
        for index in 0..<10 {
            _ = await store.record(
                store.event(
                    uuid(index), conversation: "CON-" + uuid(index.isMultiple(of: 5) ? 100 : 200 + index),
                    status: index.isMultiple(of: 2) ? "completed" : "answered",
                    timestamp: store.clock.now.advanced(by: .seconds(60 * index))))
        }
        return store
    }

    func list(_ store: TestStore, _ change: (inout CallQuery) -> Void) async throws -> Page<StoredCall> {
        var query = CallQuery()
        change(&query)
        return try await store.registry.read { [query] in try CallStore($0).list(query) }
    }

    func numbers(_ page: Page<StoredCall>) -> [Int] {
        page.items.compactMap { call in (0..<10).first { CallUUID(uuid($0)) == call.uuid } }
    }

    @Test func listsByRecordIndex() async throws {
        let store = try await filled()

        let middle = try await list(store) {
            $0.index = 4
            $0.size = 3
        }
        let last = try await list(store) {
            $0.size = 2
            $0.order = .descending
        }
        let beyond = try await list(store) { $0.index = 10 }

        #expect(numbers(middle) == [4, 5, 6])
        #expect(numbers(last) == [9, 8])
        #expect(numbers(beyond) == [])
        #expect([middle.total, last.total, beyond.total] == [10, 10, 10])
    }

    @Test func filters() async throws {
        let store = try await filled()
        let start = store.clock.now

        #expect(numbers(try await list(store) { $0.conversation = ConversationID(uuid(100)) }) == [0, 5])
        #expect(numbers(try await list(store) { $0.conversation = ConversationID("none") }) == [])
        #expect(numbers(try await list(store) { $0.status = .completed }) == [0, 2, 4, 6, 8])
        #expect(numbers(try await list(store) { $0.status = .answered }) == [1, 3, 5, 7, 9])
        #expect(numbers(try await list(store) { $0.status = .busy }) == [])
        #expect(numbers(try await list(store) { $0.application = .random() }) == [])
        let window = try await list(store) {
            $0.from = start.advanced(by: .seconds(120))
            $0.until = start.advanced(by: .seconds(240))
            $0.application = store.application.id
        }
        #expect(numbers(window) == [2, 3, 4])
        #expect(window.total == 3)
    }

    /// A call nobody ended is not for ever live, in lists neither.
    @Test func aStatusThatCannotHoldAnyMoreIsNotListed() async throws {
        let store = try await filled()
        store.clock.advance(by: .seconds(3 * 3600))

        let answered = try await list(store) { $0.status = .answered }
        let completed = try await list(store) { $0.status = .completed }

        #expect(numbers(answered) == [])
        #expect(numbers(completed) == Array(0..<10))
        #expect(completed.items.allSatisfy { $0.record.status(at: store.clock.now) == .completed })
    }

    @Test func aCallIsFoundInEverySpelling() async throws {
        let store = try await TestStore()
        _ = await store.record(store.event(uuid(1).uppercased(), status: "answered"))

        let found = try await store.call(uuid(1).replacing("-", with: ""))

        #expect(found?.uuid == CallUUID(uuid(1)))
        #expect(found?.record.shownCall == uuid(1).uppercased())
    }

    @Test func tokenIDsOfTheLastMinutesAreKnown() async throws {
        let store = try await TestStore()
        var old = store.event(uuid(1), status: "ringing")
        old.tokenID = "old"
        _ = await store.record(old)
        store.clock.advance(by: .seconds(400))
        var event = store.event(uuid(1), status: "answered")
        event.tokenID = "event"
        _ = await store.record(event)
        var answer = store.answer(uuid(2))
        answer.tokenID = "answer"
        _ = await store.record(answer)

        let since = store.clock.now.advanced(by: .seconds(-360))
        let found = try await store.registry.read { tx in
            try EventStore(tx).tokenIDs(since: since).map { "\($0.tokenID) \($0.digest)" }
        }

        #expect(found == ["event \(event.digest)", "answer \(SHA256.digest(of: answer.request))"])
    }
}
