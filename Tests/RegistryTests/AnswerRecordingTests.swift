import Telephony
import Testing

@testable import Registry

@Suite struct AnswerRecordingTests {
    let phone = DeviceID("phone")!
    let tablet = DeviceID("tablet")!

    @Test func keepsTheAnswerAndItsCall() async throws {
        let store = try await TestStore()

        let outcome = await store.record(store.answer(uuid(1), reply: #"[{"action":"talk"}]"#))

        #expect(outcome == .success(.recorded(invites: [])))
        let call = try #require(try await store.call(uuid(1)))
        #expect(call.application == store.application.id)
        #expect(call.conversation == ConversationID("CON-" + uuid(1)))
        #expect(call.record.from == "447700900123")
        #expect(call.record.status == .started)
        let answers = try await store.registry.read { try AnswerStore($0).list(of: CallUUID(uuid(1))!) }
        #expect(answers.map { String(decoding: $0.reply, as: UTF8.self) } == [#"[{"action":"talk"}]"#])
    }

    @Test func aRepeatGetsTheFirstReplyAndWakesNobody() async throws {
        let store = try await TestStore()
        let first = store.answer(uuid(1), reply: "[1]", devices: [phone])
        _ = await store.record(first)
        store.clock.advance(by: .seconds(119))

        let stored = store.registry.storedAnswer(call: first.call, kind: .answer, now: store.clock.now)
        let again = await store.record(store.answer(uuid(1), reply: "[2]", devices: [phone]))

        #expect(stored == Array("[1]".utf8))
        #expect(again == .success(.repeated(reply: Array("[1]".utf8))))
        #expect(try await store.registry.read { try PushStore($0).waitingCount() } == 1)
    }

    @Test func afterTwoMinutesTheCallIsDecidedAnewButRingsNobodyTwice() async throws {
        let store = try await TestStore()
        _ = await store.record(store.answer(uuid(1), reply: "[1]", devices: [phone]))
        store.clock.advance(by: .seconds(120))

        let stored = store.registry.storedAnswer(call: CallUUID(uuid(1))!, kind: .answer, now: store.clock.now)
        let again = await store.record(store.answer(uuid(1), reply: "[2]", devices: [phone]))

        #expect(stored == nil)
        #expect(again == .success(.recorded(invites: [])))
        let answers = try await store.registry.read { try AnswerStore($0).list(of: CallUUID(uuid(1))!) }
        #expect(answers.map { String(decoding: $0.reply, as: UTF8.self) } == ["[2]"])
    }

    @Test func theFallbackIsAnAnswerOfItsOwnAndWakesOnlyOtherPhones() async throws {
        let store = try await TestStore()
        let answer = store.answer(uuid(1), reply: "[1]", devices: [phone])
        let fallback = store.answer(uuid(1), kind: .fallback, reply: "[2]", devices: [phone, tablet])
        _ = await store.record(answer)

        let outcome = await store.record(fallback)

        #expect(outcome == .success(.recorded(invites: [fallback.invites[1].id])))
        #expect(store.registry.storedAnswer(call: answer.call, kind: .answer, now: store.clock.now) == answer.reply)
        #expect(store.registry.storedAnswer(call: answer.call, kind: .fallback, now: store.clock.now) == fallback.reply)
    }

    @Test func knowsWhichPhonesAreNewBeforeTheCommit() async throws {
        let store = try await TestStore()
        let answer = store.answer(uuid(1), devices: [phone])
        let fallback = store.answer(uuid(1), kind: .fallback, devices: [phone, tablet])

        let first = store.registry.record(answer) { _ in }
        let repeated = store.registry.record(answer) { _ in }
        let second = store.registry.record(fallback) { _ in }

        #expect(first == [answer.invites[0].id])
        #expect(repeated == [])
        #expect(second == [fallback.invites[1].id])
    }

    @Test func repeatsAreKnownAfterARestart() async throws {
        let folder = try TemporaryFolder()
        let store = try await TestStore(.folder(folder.path))
        let answer = store.answer(uuid(1), reply: "[1]", devices: [phone])
        _ = await store.record(answer)
        store.registry.close()
        store.clock.advance(by: .seconds(60))

        let registry = try Registry.open(.folder(folder.path), clock: store.clock.wall, box: nil, log: .silent)

        #expect(registry.storedAnswer(call: answer.call, kind: .answer, now: store.clock.now) == answer.reply)
        #expect(registry.storedAnswer(call: answer.call, kind: .fallback, now: store.clock.now) == nil)
    }

    @Test func aCallThatIsOverRingsNowhere() async throws {
        let store = try await TestStore()
        _ = await store.record(store.event(uuid(1), status: "completed"))

        let outcome = await store.record(store.answer(uuid(1), devices: [phone]))

        #expect(outcome == .success(.recorded(invites: [])))
        #expect(try await store.registry.read { try PushStore($0).waitingCount() } == 0)
        #expect(try await store.call(uuid(1))?.record.status == .completed)
    }

    @Test func manyThreadsAnsweringOneCallGetOneReply() async throws {
        let store = try await TestStore()

        let replies = await withTaskGroup(of: Result<AnswerOutcome, StoreError>.self) { group in
            for index in 0..<20 {
                let answer = store.answer(uuid(1), reply: "[\(index)]", devices: [phone])
                group.addTask { await store.record(answer) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }

        let recorded = replies.filter { if case .success(.recorded(let new)) = $0 { new.count == 1 } else { false } }
        let stored = store.registry.storedAnswer(call: CallUUID(uuid(1))!, kind: .answer, now: store.clock.now)
        #expect(recorded.count == 1)
        #expect(replies.filter { $0 == .success(.repeated(reply: stored ?? [])) }.count == 19)
    }
}
