import Telephony
import Testing

@testable import Registry

@Suite struct ProblemStoreTests {
    @Test func theSameProblemIsCountedNotListedTwice() async throws {
        let store = try await TestStore()
        let first = StoredProblem(
            code: "unknown_number", subject: "447700900009", call: CallUUID(uuid(1)), detail: "No application")
        let other = StoredProblem(
            code: "unknown_number", subject: "447700900008", application: store.application.id, detail: "No user")
        try await store.registry.write { try ProblemStore($0).note(first) }
        try await store.registry.write { try ProblemStore($0).note(other) }
        store.clock.advance(by: .seconds(5))

        try await store.registry.write { try ProblemStore($0).note(first) }

        let list = try await store.registry.read { try ProblemStore($0).list() }
        #expect(list.map(\.subject) == ["447700900009", "447700900008"])
        #expect(list.map(\.count) == [2, 1])
        #expect(list[0].firstAt < list[0].lastAt)
        #expect(list[0].call == CallUUID(uuid(1)))
        let application = store.application.id
        #expect(try await store.registry.read { try ProblemStore($0).list(application: application) } == [list[1]])
    }

    @Test func aSolvedProblemIsGone() async throws {
        let store = try await TestStore()
        try await store.registry.write {
            try ProblemStore($0).note(StoredProblem(code: "a", subject: "b", detail: "c"))
        }

        let solved = try await store.registry.write { try ProblemStore($0).resolve(code: "a", subject: "b") }
        let again = try await store.registry.write { try ProblemStore($0).resolve(code: "a", subject: "b") }

        #expect([solved, again] == [true, false])
    }
}
