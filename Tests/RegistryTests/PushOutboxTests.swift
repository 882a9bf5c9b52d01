import Telephony
import Testing

@testable import Registry

@Suite struct PushOutboxTests {
    let phone = DeviceID("phone")!

    func result(_ answer: AnswerRecord, attempt: Int = 1, isLast: Bool = true) -> PushResult {
        PushResult(
            push: answer.invites[0].id, call: answer.call, device: answer.invites[0].device, attempt: attempt,
            queuedAt: answer.receivedAt, finishedAt: answer.receivedAt, status: 200, milliseconds: 12,
            decision: "done", isLast: isLast)
    }

    func claim(_ store: TestStore, owner: String = "other") async throws -> [WaitingPush] {
        let until = store.clock.now.advanced(by: .seconds(10))
        return try await store.registry.write { try PushStore($0).claim(owner: owner, until: until) }
    }

    @Test func aFreshInviteIsItsOwnProcesssAndNobodyElses() async throws {
        let store = try await TestStore()
        _ = await store.record(store.answer(uuid(1), devices: [phone]))

        #expect(try await claim(store) == [])
        #expect(try await store.registry.read { try PushStore($0).waitingCount() } == 1)
    }

    @Test func anInviteIsFoundAfterACrashWhileTheCallRings() async throws {
        let folder = try TemporaryFolder()
        let store = try await TestStore(.folder(folder.path))
        let answer = store.answer(uuid(1), devices: [phone])
        _ = await store.record(answer)
        store.registry.close()
        store.clock.advance(by: .seconds(44))

        let next = try Registry.open(.folder(folder.path), clock: store.clock.wall, box: nil, log: .silent)
        let until = store.clock.now.advanced(by: .seconds(10))
        let owner = next.owner
        let found = try await next.write { try PushStore($0).claim(owner: owner, until: until) }
        let again = try await next.write { try PushStore($0).claim(owner: "third", until: until) }

        #expect(found.map(\.id) == [answer.invites[0].id])
        #expect(found.first?.call == answer.call)
        #expect(found.first?.device == phone)
        #expect(found.first?.user == store.alice.id)
        #expect(found.first?.record.from == "447700900123")
        #expect(found.first?.conversation == answer.facts.conversation)
        #expect(again == [])
    }

    @Test func anInviteIsDroppedOnceTheRingTimeIsOver() async throws {
        let folder = try TemporaryFolder()
        let store = try await TestStore(.folder(folder.path))
        _ = await store.record(store.answer(uuid(1), devices: [phone]))
        store.registry.close()
        store.clock.advance(by: .seconds(45))

        let next = try Registry.open(.folder(folder.path), clock: store.clock.wall, box: nil, log: .silent)
        let until = store.clock.now.advanced(by: .seconds(10))
        let found = try await next.write { try PushStore($0).claim(owner: "me", until: until) }

        #expect(found == [])
        #expect(try await next.read { try PushStore($0).waitingCount() } == 0)
    }

    @Test func anotherClaimsWhatAClaimHasLeft() async throws {
        let folder = try TemporaryFolder()
        let store = try await TestStore(.folder(folder.path))
        _ = await store.record(store.answer(uuid(1), devices: [phone]))
        store.registry.close()
        let next = try Registry.open(.folder(folder.path), clock: store.clock.wall, box: nil, log: .silent)
        let until = store.clock.now.advanced(by: .seconds(10))
        let first = try await next.write { try PushStore($0).claim(owner: "a", until: until) }
        store.clock.advance(by: .seconds(10))

        let later = store.clock.now.advanced(by: .seconds(10))
        let second = try await next.write { try PushStore($0).claim(owner: "b", until: later) }

        #expect(first.count == 1)
        #expect(second == first)
    }

    @Test(arguments: ["completed", "cancelled", "rejected", "failed", "timeout"])
    func theEndOfTheCallDropsWhatWaits(status: String) async throws {
        let store = try await TestStore()
        _ = await store.record(store.answer(uuid(1), devices: [phone]))

        _ = await store.record(store.event(uuid(1), status: status))

        #expect(try await store.registry.read { try PushStore($0).waitingCount() } == 0)
    }

    @Test func ringingDropsNothing() async throws {
        let store = try await TestStore()
        _ = await store.record(store.answer(uuid(1), devices: [phone]))

        _ = await store.record(store.event(uuid(1), status: "ringing"))

        #expect(try await store.registry.read { try PushStore($0).waitingCount() } == 1)
    }

    @Test func everyTryIsOnRecordAndTheLastOneSettlesTheInvite() async throws {
        let store = try await TestStore()
        let answer = store.answer(uuid(1), devices: [phone])
        _ = await store.record(answer)

        store.registry.record(result(answer, attempt: 1, isLast: false))
        let between = try await store.registry.write { tx in try PushStore(tx).waitingCount() }
        store.registry.record(result(answer, attempt: 2))
        let after = try await store.registry.write { tx in try PushStore(tx).waitingCount() }

        #expect([between, after] == [1, 0])
        let log = try await store.registry.read { try PushStore($0).log(of: answer.call) }
        #expect(log.map(\.attempt) == [1, 2])
        #expect(log.first?.push == answer.invites[0].id)
        #expect(log.first?.status == 200)
        #expect(log.first?.milliseconds == 12)
    }

    @Test func deletingTheUserDropsWhatWaits() async throws {
        let store = try await TestStore()
        _ = await store.record(store.answer(uuid(1), devices: [phone]))

        let alice = store.alice.id
        _ = try await store.registry.write { try UserStore($0).delete(alice) }

        #expect(try await store.registry.read { try PushStore($0).waitingCount() } == 0)
    }
}
