import Registry
import Telephony
import TestSupport
import Testing

@testable import Registry

@Suite struct EventRecordingTests {
    @Test func keepsAnEventAsItCame() async throws {
        let store = try await TestStore()
        let body = #"{"uuid":"x","status":"transcribed","nothing":null}"#

        let outcome = await store.record(store.event("x", status: "transcribed", body: body))

        #expect(outcome == .success(.recorded))
        let events = try await store.events(of: "x")
        #expect(events.map { String(decoding: $0.body, as: UTF8.self) } == [body])
        #expect(events.first?.status == "transcribed")
        #expect(events.first?.call == CallUUID("x"))
        #expect(events.first?.application == store.application.id)
    }

    @Test func theSameEventIsRecordedOnce() async throws {
        let store = try await TestStore()

        var outcomes: [Result<EventOutcome, StoreError>] = []
        for _ in 0..<5 { outcomes.append(await store.record(store.event(uuid(1), status: "completed"))) }

        #expect(outcomes == [.success(.recorded)] + Array(repeating: .success(.repeated), count: 4))
        #expect(try await store.events(of: uuid(1)).count == 1)
    }

    @Test func oneBodyForTwoCallsIsTwoEvents() async throws {
        let store = try await TestStore()

        let first = await store.record(store.event(uuid(1), body: "same"))
        let second = await store.record(store.event(uuid(2), body: "same"))

        #expect([first, second] == [.success(.recorded), .success(.recorded)])
    }

    @Test func anEventWithoutACallBelongsToItsConversation() async throws {
        let store = try await TestStore()
        _ = await store.record(store.event(uuid(1), conversation: "CON-\(uuid(9))", status: "answered"))

        let outcome = await store.record(store.event(nil, conversation: "CON-\(uuid(9))", body: "recording"))
        let again = await store.record(store.event(nil, conversation: uuid(9), body: "recording"))

        #expect([outcome, again] == [.success(.recorded), .success(.repeated)])
        let events = try await store.events(of: uuid(1))
        #expect(events.map { String(decoding: $0.body, as: UTF8.self) }.last == "recording")
        let conversation = ConversationID("CON-\(uuid(9))")!
        let ofConversation = try await store.registry.read { try EventStore($0).list(of: conversation) }
        #expect(ofConversation == events)
    }

    @Test func anEventOfNothingIsKeptOnce() async throws {
        let store = try await TestStore()

        let outcomes = [
            await store.record(store.event(nil, body: "{}")), await store.record(store.event(nil, body: "{}")),
        ]

        #expect(outcomes == [.success(.recorded), .success(.repeated)])
        let events = try await store.registry.read { try EventStore($0).latest() }
        #expect(events.count == 1)
        #expect(events.first?.application == store.application.id)
    }

    /// A call's record is a function of the set of its events.
    @Test(arguments: 0..<30)
    func orderAndRepeatsDoNotMatter(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let store = try await TestStore()
        let statuses = ["started", "ringing", "answered", "human", "completed", "future_state", "busy", "unanswered"]
        let events = (0..<6).map { index in
            store.event(
                uuid(1), conversation: "CON-\(uuid(Int.random(in: 1...2, using: &random)))",
                status: statuses.randomElement(using: &random)!, body: "\(index)",
                timestamp: store.clock.now.advanced(by: .seconds(Int.random(in: 0...5, using: &random))))
        }
        var expected = CallRecord()
        for event in events { expected.merge(event.facts) }

        let other = try await TestStore()
        for event in events { _ = await store.record(event) }
        for event in (events + events.shuffled(using: &random)).shuffled(using: &random) {
            _ = await other.record(event)
        }

        let first = try #require(try await store.call(uuid(1)))
        let second = try #require(try await other.call(uuid(1)))
        #expect(first.record == expected)
        #expect(second.record == expected)
        #expect(first.conversation == second.conversation)
        #expect(first.startedAt == second.startedAt)
    }

    @Test func aCallIsKnownAfterARestart() async throws {
        let folder = try TemporaryFolder()
        let store = try await TestStore(.folder(folder.path))
        _ = await store.record(store.event(uuid(1), status: "answered"))
        store.registry.close()

        let registry = try Registry.open(.folder(folder.path), box: nil, log: .silent)
        let again = await withCheckedContinuation { continuation in
            registry.record(store.event(uuid(1), status: "answered")) { continuation.resume(returning: $0) }
        }
        let next = await withCheckedContinuation { continuation in
            registry.record(store.event(uuid(1), status: "completed")) { continuation.resume(returning: $0) }
        }

        #expect([again, next] == [.success(.repeated), .success(.recorded)])
        let page = try await registry.read { try CallStore($0).list(CallQuery()) }
        #expect(page.total == 1)
        #expect(page.items.first?.record.status == .completed)
    }
}
